const { mkdtempSync, readFileSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { fileURLToPath } = require('node:url');
const { transformSync } = require('@swc/core');

/** Compiles TypeScript, with the metadata of decorators that Nest and class-validator read. */
function compile(filename, sourceMaps = false) {
  return transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  });
}

const files = new Map();
let folder;

/** Path of a file with the source map of a TypeScript file; `undefined` for others. Made when a stack trace first needs it. */
function sourceMapOf(source) {
  const filename = source.startsWith('file:') ? fileURLToPath(source) : source;
  if (!filename.endsWith('.ts')) return undefined;
  let file = files.get(filename);
  if (!file) {
    folder ??= mkdtempSync(join(tmpdir(), 'gmb-test-maps-'));
    file = join(folder, `${files.size}.map`);
    const map = JSON.parse(compile(filename, true).map);
    writeFileSync(file, JSON.stringify({ ...map, sources: [filename] }));
    files.set(filename, file);
  }
  return file;
}

module.exports = { compile, sourceMapOf };
