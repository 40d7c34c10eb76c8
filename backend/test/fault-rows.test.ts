import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import JestRows from './faults/jest-rows.js';

const TITLE = 'Links are cut → while people work → nothing is lost';
const ROW = { area: 'hosts', what: 'Links are cut', done: 'while people work', checked: 'nothing is lost' };

describe('the table of faults', () => {
  const { FAULT_ROWS } = process.env;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gmb-rows-'));
    process.env['FAULT_ROWS'] = join(folder, 'rows.jsonl');
  });
  afterEach(() => {
    if (FAULT_ROWS === undefined) delete process.env['FAULT_ROWS'];
    else process.env['FAULT_ROWS'] = FAULT_ROWS;
    rmSync(folder, { recursive: true });
  });

  it('says of a fault that could not be played what was missing, and never that it holds', () => {
    const testResults = [
      { ancestorTitles: [], title: TITLE, status: 'passed' as const },
      { ancestorTitles: [], title: TITLE, status: 'failed' as const },
      { ancestorTitles: [], title: `${TITLE} (not played: nft is missing)`, status: 'pending' as const },
      { ancestorTitles: ['Redis (not played: redis-server is missing)'], title: TITLE, status: 'pending' as const },
      // Another test was asked for.
      { ancestorTitles: [], title: TITLE, status: 'pending' as const },
    ];
    new JestRows().onTestFileResult({ path: '/anywhere/hosts.nightly.ts' }, { testResults });
    const rows = readFileSync(process.env['FAULT_ROWS']!, 'utf8').trim().split('\n');
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual([
      { ...ROW, result: 'holds' },
      { ...ROW, result: 'FAILS' },
      { ...ROW, result: 'not played: nft is missing' },
      { ...ROW, result: 'not played: redis-server is missing' },
    ]);
  });
});
