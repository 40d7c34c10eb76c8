import { basename } from 'node:path';
import { noteRow } from './rows.js';

/** Notes a row for each test that Playwright ran. */
export default class PlaywrightRows {
  onTestEnd(test, { status }) {
    if (status !== 'skipped') noteRow(basename(test.location.file, '.fault.ts'), test.title, status === 'passed');
  }
}
