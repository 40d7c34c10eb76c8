import { defineConfig } from '@playwright/test';
import { findProgram } from '../backend/test/programs.js';
import type { ProductOptions } from './e2e/product.ts';

/** Stories in a real Chromium against the product. Two at a time, each with a product of its own. */
export default defineConfig<object, ProductOptions>({
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
    // A recording (`--trace on`) takes as much processor time as the story.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: findProgram('chromium') ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Agencies' domains.
        '--host-resolver-rules=MAP *.example 127.0.0.1',
      ],
    },
  },
});
