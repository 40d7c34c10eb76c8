import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** Figures measured on the product as `npm start` runs it; they are printed, not asserted. Recording a trace would slow them. */
export default defineConfig({
  ...stories,
  testMatch: '*.bench.ts',
  projects: [{ name: 'embedded' }],
  timeout: 600_000,
  reporter: 'line',
  use: { ...stories.use, trace: 'off' },
});
