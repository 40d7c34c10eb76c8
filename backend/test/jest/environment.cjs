const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The globals of the worker itself, which all its test files share. Notes the processor time of each file. */
module.exports = class WorkerEnvironment {
  constructor({ projectConfig }, { testPath }) {
    this.global = globalThis;
    this.exit = process.exit;
    this.console = globalThis.console;
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
    // Jest replaces both for each file; its console fails the run when it is used after the tests.
    process.exit = this.exit;
    globalThis.console = this.console;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
