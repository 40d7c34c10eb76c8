interface TestResult {
  ancestorTitles: string[];
  title: string;
  status: 'passed' | 'failed' | 'pending';
}

/** Jest's reporter of faults, see `jest-rows.js`. */
export default class JestRows {
  onTestFileResult(test: { path: string }, result: { testResults: TestResult[] }): void;
}
