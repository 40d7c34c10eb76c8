import { appendFileSync } from 'node:fs';

/** Reporter for Jest and for Playwright: notes what each test came to, a word a line, in the file that `run-all.js` reads. */
export default class CountTests {
  /** Jest calls it for each file. */
  onTestFileResult(_test, { testResults }) {
    note(testResults.map(({ status }) => (status === 'passed' || status === 'failed' ? status : 'skipped')));
  }

  /** Playwright calls it for each test. */
  onTestEnd(_test, { status }) {
    note([status === 'passed' || status === 'skipped' ? status : 'failed']);
  }
}

function note(words) {
  const file = process.env.TEST_COUNTS;
  if (file && words.length > 0) appendFileSync(file, `${words.join('\n')}\n`);
}
