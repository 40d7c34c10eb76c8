/** Tests render routes in jsdom and speak HTTP to a real server on loopback, see src/test. */
export default {
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.test.{ts,tsx}'],
  reporters: ['default', '<rootDir>/../backend/test/note-results.js'],
  globalSetup: '<rootDir>/src/test/bundle-antd.js',
  testEnvironment: '<rootDir>/src/test/environment.js',
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
  moduleNameMapper: {
    '^antd$': '<rootDir>/.cache/antd.cjs',
    // The build for browsers, which Jest does not choose by itself.
    '^socket\\.io-client$': 'socket.io-client/dist/socket.io.js',
    '\\.css$': '<rootDir>/src/test/no-styles.ts',
    // Files of the backend's contract name each other as Node needs it.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // By itself Jest leaves one of two processors to others.
  maxWorkers: 2,
  testTimeout: 60_000,
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
