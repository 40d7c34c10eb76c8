import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Reporter for Jest and for Playwright: appends a line of JSON per test to the file that `run-all.js` reads:
 * `status` (passed, failed or skipped) and of a failed test `file`, `test` (file and title) and `message`.
 */
export default class NoteResults {
  /** Jest calls it for each file. */
  onTestFileResult({ path }, { testResults, testExecError }) {
    const file = relative(process.cwd(), path);
    if (testExecError) note({ status: 'failed', file, test: file, message: testExecError.message });
    for (const { status, fullName, failureMessages } of testResults) {
      if (status === 'passed') note({ status });
      else if (status === 'failed')
        note({ status, file, test: `${file}: ${fullName}`, message: failureMessages.join('\n') });
      else note({ status: 'skipped' });
    }
  }

  /** Playwright calls it for each test. */
  onTestEnd(test, { status, errors }) {
    if (status === 'passed' || status === 'skipped') note({ status });
    else {
      const file = relative(process.cwd(), test.location.file);
      note({ status: 'failed', file, test: test.titlePath().join(' '), message: errors.map(withStack).join('\n') });
    }
  }
}

function withStack({ stack, message, value }) {
  return stack ?? message ?? value;
}

function note(result) {
  const file = process.env.TEST_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
