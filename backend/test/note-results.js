import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { processorSeconds } from './processor-time.js';

/**
 * Reporter for Jest and for Playwright: appends lines of JSON to the file that `run-all.js` reads. A line per test: `status`
 * (passed, failed or skipped), of a failed one `file`, `test` (with its file) and `message`, of a skipped one `reason`. A line per file
 * (Jest) or test (Playwright): `file` and `seconds`.
 */
export default class NoteResults {
  /** Jest calls it for each file. */
  onTestFileResult({ path }, { testResults, testExecError, perfStats }) {
    const file = relative(process.cwd(), path);
    note({ file, seconds: perfStats.runtime / 1000 });
    if (testExecError) note({ status: 'failed', file, test: file, message: testExecError.message });
    for (const { status, fullName, failureMessages } of testResults) {
      if (status === 'passed') note({ status });
      else if (status === 'failed')
        note({ status, file, test: `${file}: ${fullName}`, message: failureMessages.join('\n') });
      else note({ status: 'skipped', reason: reasonIn(fullName) });
    }
  }

  /** Playwright calls it for each test. */
  onTestEnd(test, { status, errors, duration }) {
    const file = relative(process.cwd(), test.location.file);
    note({ file, seconds: duration / 1000 });
    const skip = test.annotations.find(({ type }) => type === 'skip');
    if (status === 'passed') note({ status });
    else if (status === 'skipped') note({ status, reason: skip?.description });
    else note({ status: 'failed', file, test: test.titlePath().join(' '), message: errors.map(withStack).join('\n') });
  }
}

/** The reason at the end of a skipped test's title. */
function reasonIn(title) {
  return /not played: [^)]*/.exec(title)?.[0];
}

function withStack({ stack, message, value }) {
  return stack ?? message ?? value;
}

/**
 * Measures a file, or a part of it, in the process that runs it.
 * @returns to be called at its end: notes the processor seconds since, of this process and all that it started
 */
export function measureFile(path) {
  const began = processorSeconds();
  return () => note({ file: relative(process.cwd(), path), processor: processorSeconds() - began });
}

/** Appends a line to the results, where they are collected. */
function note(result) {
  const file = process.env.TEST_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
