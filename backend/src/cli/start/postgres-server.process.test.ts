import { describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/checkout.js';
import { BoundedLog } from './postgres-server.js';

describe('a bounded log', () => {
  it('keeps the latest lines in two files of limited size, over restarts', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'postgres.log');
    for (let restart = 0; restart < 3; restart++) {
      const log = new BoundedLog(file, 1000);
      for (let line = 0; line < 50; line++) log.write(Buffer.from(`restart ${restart} line ${line}\n`));
      expect(log.tail).toMatch(new RegExp(`restart ${restart} line 49\n$`));
    }
    expect(statSync(file).size).toBeLessThanOrEqual(1000);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1000);
    expect(readFileSync(file, 'utf8')).toMatch(/restart 2 line 49\n$/);
    rmSync(folder, { recursive: true });
  });

  it('keeps the end of a chunk that is larger than the file may be', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'postgres.log');
    new BoundedLog(file, 100).write(Buffer.from(`${'x'.repeat(500)}end`));
    expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(97)}end`);
    rmSync(folder, { recursive: true });
  });
});
