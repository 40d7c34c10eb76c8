import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const BACKEND = 'http://localhost:3000';
/** What every page stands on. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/|src\/(app\/app|lib\/(back-to-close|http|toast|live|socket|query-client|theme-mode|contrast))\.tsx?$/;

export default defineConfig({
  plugins: [react(), preloadApp(), compressAssets()],
  build: {
    outDir: 'dist',
    // The polyfill is an inline script in old browsers; the content security policy allows none.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: browsers ask for six at a time, and each costs a phone a round trip.
          groups: [
            {
              name: 'entry',
              test: /src\/(main|app\/early|lib\/(ask|early-reads))\.tsx?$|vite\/preload-helper/,
              priority: 1,
            },
            { name: 'base', test: BASE },
            { name: 'review', test: /src\/features\/review\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': BACKEND,
      '/media': BACKEND,
      '/socket.io': { target: BACKEND, ws: true },
    },
  },
});

/** Has the page ask for the application at once, and not only when the small entry does. */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/app/app.tsx')));
        const needed = app ? [app.fileName, ...app.imports] : [];
        return needed.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** Leaves each script and style sheet beside itself as small as it gets, so that nobody compresses it for each visitor. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      for (const file of files.map((name) => join(dir, name))) {
        const content = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}
