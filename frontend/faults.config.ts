import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** The part of `npm run test:faults` that needs a browser. */
export default defineConfig({
  ...stories,
  testMatch: '*.nightly.ts',
  workers: 1,
  projects: [{ name: 'embedded' }],
  reporter: [['list'], ['../backend/test/note-results.js'], ['../backend/test/faults/playwright-rows.js']],
});
