const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The globals of the worker itself, which all its test files share. Notes the processor time of each file. */
module.exports = class WorkerEnvironment {
  constructor({ projectConfig }, { testPath }) {
    this.global = globalThis;
    this.exit = process.exit;
    this.testPath = testPath;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    const { measureFile } = await import('../note-results.js');
    this.noteFile = measureFile(this.testPath);
  }

  async teardown() {
    this.noteFile();
    // Jest puts its own over it for each file.
    process.exit = this.exit;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
