import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { paletteCss } from './src/lib/palette.ts';

/** Where the API listens; `npm run dev` sets it. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';
/** What every page needs. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|@tanstack|@fontsource-variable)\/|vite\/preload-helper/,
  /contract\/(contrast|languages|phrases)\.ts$/,
  sources('lib', [
    ...['back-to-close', 'http', 'review-link', 'toast', 'live', 'socket', 'query-client', 'theme-mode'],
    ...['media-queries', 'palette', 'base', 'shared', 'typeface', 'chunk'],
  ]),
  sources('lib/texts', ['en', 'translator', 'language', 'language-provider']),
];
/** What the pages of an agency's domain share with the two review pages. */
const PUBLIC = [
  sources('features/public-review/shell', ['card', 'icon', 'review-shell', 'review-states', 'review-shortcuts']),
  sources('ui', ['toasts', 'modal']),
  sources('lib', ['dialog-stack', 'shortcuts']),
  /lucide-react\/dist\/esm\/(?!icons)|lucide-react\/dist\/esm\/icons\/(check|info|x)\./,
];
/** What the review pages share, without the list of shortcuts, which most visitors never open. */
const REVIEW = [/src\/features\/public-review\/shell\/(?!shortcuts-dialog)/, sources('app/review', ['hydrate'])];

export default defineConfig({
  plugins: [react(), writePalette(), yieldToPictures(), writeStyles(), leaveOutLater(), compressAssets()],
  // `vite build` builds what browsers load, and then what the API draws review pages with.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist',
        // The polyfill is an inline script in old browsers; the content security policy allows none.
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 700,
        rolldownOptions: {
          input: ['index.html', 'moment-review.html', 'optimization-review.html', 'named-review.html'],
          output: {
            codeSplitting: {
              // Few files: browsers ask for six at a time, and each costs a phone a round trip.
              groups: [
                { name: 'base', test: isOneOf(BASE) },
                { name: 'public', test: isOneOf(PUBLIC) },
                { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
                { name: 'review', test: isOneOf(REVIEW) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file without packages beside it, as the image has none of the frontend's.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: 'src/app/review/server.tsx',
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
      },
    },
  },
  server: {
    proxy: {
      '/api': API_URL,
      '/media': API_URL,
      '/stop-mails': API_URL,
      '/socket.io': { target: API_URL, ws: true },
    },
  },
});

/** Writes the colours of both themes into the page, before any script of the application. */
function writePalette(): Plugin {
  return {
    name: 'write-palette',
    transformIndexHtml: () => [{ tag: 'style', children: paletteCss(), injectTo: 'head' }],
  };
}

const SCRIPTS = /\n\s*<(?:script type="module"|link rel="modulepreload").*?>(?:<\/script>)?/g;

/** Lets a review page show its first pictures before it loads its scripts, which only the first click needs. */
function yieldToPictures(): Plugin {
  return {
    name: 'yield-to-pictures',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => {
        if (!path.endsWith('-review.html')) return html;
        const scripts = html.match(SCRIPTS)?.map((tag) => tag.replace(/<\w+/, '$& fetchpriority="low"')) ?? [];
        return html.replace(SCRIPTS, '').replace('\n  </body>', () => `${scripts.join('')}\n  </body>`);
      },
    },
  };
}

const STYLES = /\n\s*<link rel="stylesheet" crossorigin href="\/(.*?)">/g;

/**
 * Writes the style sheets of a review page into it, so that a phone need not wait for them. The disabled links load nothing;
 * what the page loads later looks for them, and would load and apply the sheets again.
 */
function writeStyles(): Plugin {
  return {
    name: 'write-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (!path.endsWith('-review.html')) return html;
        return html.replaceAll(STYLES, (link, file: string) => {
          const sheet = bundle?.[file];
          if (sheet?.type !== 'asset') throw new Error(`There is no style sheet ${file}.`);
          return `${link.replace('<link', '<link disabled')}<style>${Buffer.from(sheet.source).toString()}</style>`;
        });
      },
    },
  };
}

/** Leaves out what a page loads on demand, which is never when the server draws it. */
function leaveOutLater(): Plugin {
  return {
    name: 'leave-out-later',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveDynamicImport: (specifier) => ({ id: String(specifier), external: true }),
  };
}

/**
 * Writes a Brotli and a gzip version next to each script and style sheet, so that the server need not compress them per
 * request.
 */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
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

/** Matches the files of a folder of `src` with these names before their first dot. Throws if one was renamed or deleted. */
function sources(folder: string, names: string[]): RegExp {
  const existing = readdirSync(join(import.meta.dirname, 'src', folder)).map((file) => file.split('.')[0]);
  const missing = names.filter((name) => !existing.includes(name));
  if (missing.length > 0) throw new Error(`vite.config.ts names files that src/${folder} lacks: ${missing.join(', ')}`);
  return new RegExp(`/src/${folder}/(${names.join('|')})\\.`);
}

function isOneOf(files: RegExp[]): (path: string) => boolean {
  return (path) => files.some((file) => file.test(path));
}
