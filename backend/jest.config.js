/**
 * Tests run the TypeScript sources as ES modules, see test/jest/runtime.cjs. The projects are the lanes
 * of docs/development.md, chosen by `--selectProjects`.
 */
const SHARED = {
  runtime: '<rootDir>/test/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  transform: {},
};

export default {
  // The tests wait more than they compute.
  maxWorkers: 3,
  // Of all projects. Expectations that wait have deadlines of their own, which say more.
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/test/note-results.js', '<rootDir>/test/faults/jest-rows.js'],
  projects: [
    {
      ...SHARED,
      displayName: 'backend',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['\\.process\\.test\\.ts$'],
    },
    { ...SHARED, displayName: 'processes', testMatch: ['**/*.process.test.ts'] },
    { ...SHARED, displayName: 'faults', testMatch: ['**/*.fault.ts'] },
    { ...SHARED, displayName: 'nightly', testMatch: ['**/*.nightly.ts'] },
  ],
};
