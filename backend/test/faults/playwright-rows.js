import { areaOf, noteRow } from './rows.js';

/** Notes a row for each test that Playwright ran, or that could not be played on this machine. */
export default class PlaywrightRows {
  onTestEnd(test, { status, annotations }) {
    const reason = annotations.find(({ type }) => type === 'skip')?.description;
    const result = status === 'skipped' ? reason && `not played: ${reason}` : status === 'passed' ? 'holds' : 'FAILS';
    if (!result) return;
    if (status === 'skipped') console.log(`${result}: ${test.title}`);
    noteRow(areaOf(test.location.file), test.title, result);
  }
}
