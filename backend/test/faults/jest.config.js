import tests from '../../jest.config.js';

/** The suite of `npm run test:faults`: what goes wrong, is sent by the ill-meaning, or comes all at once. */
export default {
  ...tests,
  rootDir: '../..',
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.fault.ts'],
  // Most of it is waiting for something to be noticed.
  maxWorkers: 3,
  testTimeout: 120_000,
  reporters: [...tests.reporters, '<rootDir>/test/faults/jest-rows.js'],
};
