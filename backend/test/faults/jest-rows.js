import { areaOf, noteRow } from './rows.js';

/** Where the reason stands that `itUnless` and `describeUnless` put into a title. */
const NOT_PLAYED = / \((not played: .+)\)$/;

/** Notes a row for each test that Jest ran, or that could not be played on this machine. */
export default class JestRows {
  onTestFileResult(test, { testResults }) {
    for (const { ancestorTitles, title, status } of testResults) {
      const [, reason] = [title, ...ancestorTitles].map((part) => NOT_PLAYED.exec(part)).find(Boolean) ?? [];
      // Tests that were not requested are neither.
      const result = { passed: 'holds', failed: 'FAILS' }[status] ?? reason;
      if (result) noteRow(areaOf(test.path), title.replace(NOT_PLAYED, ''), result);
    }
  }
}
