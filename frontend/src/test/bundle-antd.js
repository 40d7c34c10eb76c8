import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Before the tests: writes Ant Design as one file. Jest loads all modules again for each test file, and one
 * file loads in half the time of two thousand.
 */
export default async function bundleAntd() {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // In `test` all elements get one id, and Escape no longer closes a dialog once any tooltip has been drawn.
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: { '@ant-design/cssinjs-utils': fileURLToPath(new URL('no-style-hooks.js', import.meta.url)) },
    },
    build: {
      outDir: fileURLToPath(new URL('../../.cache/', import.meta.url)),
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: { antd: 'antd' },
        external: /^react(-dom)?($|\/)/,
        preserveEntrySignatures: 'strict',
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  });
}
