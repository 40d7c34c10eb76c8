import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** The part of `npm run test:faults` that needs a browser. */
export default defineConfig({
  ...stories,
  testMatch: '*.fault.ts',
  projects: [{ name: 'embedded' }],
  reporter: [['list'], ['../backend/test/count-tests.js'], ['../backend/faults/playwright-rows.js']],
});
