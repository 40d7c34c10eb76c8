import { basename } from 'node:path';
import { noteRow } from './rows.js';

/** Notes a row for each test that Jest ran. */
export default class JestRows {
  onTestFileResult(test, { testResults }) {
    const area = basename(test.path, '.fault.ts');
    for (const { title, status } of testResults) {
      if (status === 'passed' || status === 'failed') noteRow(area, title, status === 'passed');
    }
  }
}
