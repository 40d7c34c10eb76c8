const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { sourceMapOf } = require('./typescript.cjs');

/**
 * Jest's runtime, with one difference: Node itself loads the test files and what they import. A module is loaded once per worker,
 * where Jest loads it again for each test file, which took half of the time. Test files of one worker share the state of modules.
 */

register('./loader.mjs', pathToFileURL(__filename));

module.exports = class NativeRuntime extends JestRuntime {
  constructor(...args) {
    super(...args);
    this.testPath = args[6];
  }

  /** Loads a part of Jest: each test file has a Circus of its own, without what the file before it set. */
  requireInternalModule(path) {
    if (path.endsWith('jestAdapterInit.js')) {
      delete require.cache[path];
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    }
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    globalThis[Symbol.for('jest-globals')] = this.jestGlobals.cjsGlobals(this.testPath);
    await import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return { get: sourceMapOf, [Symbol.iterator]: () => [].values() };
  }
};
module.exports.default = module.exports;
