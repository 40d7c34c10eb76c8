import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/product.ts';

const CHROMIUMS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Stories in a real Chromium against the product as `npm start` runs it. Two at a time: each starts its own product. */
export default defineConfig<object, Options>({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['../backend/test/note-results.js']],
  projects: [
    { name: 'embedded' },
    { name: 'on Redis and S3', testMatch: ['main.story.ts', 'optimization.story.ts'], use: { services: 'apart' } },
  ],
  use: {
    trace: 'retain-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: CHROMIUMS.find((path) => path && existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
