import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/checkout.js';
import { recordedAddress } from './postgres-cluster.js';

describe('the recorded address of the database', () => {
  let dataDir: string;
  let record: string;

  beforeEach(() => {
    dataDir = temporaryFolder();
    record = join(dataDir, 'postgres.json');
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is that of the last start', async () => {
    writeFileSync(record, JSON.stringify({ password: 'secret', port: 5433, place: 'data-dir' }));
    expect(await recordedAddress(dataDir)).toBe('postgres://gmb:secret@127.0.0.1:5433/gmb_moments');
  });

  it('is undefined before the first start, and after a first start that was interrupted', async () => {
    expect(await recordedAddress(dataDir)).toBeUndefined();
    writeFileSync(record, JSON.stringify({ password: 'secret', place: 'data-dir' }));
    expect(await recordedAddress(dataDir)).toBeUndefined();
  });

  it.each(['{ "password": ', '{ "password": 1 }'])('is refused where the record is %s', async (text) => {
    writeFileSync(record, text);
    await expect(recordedAddress(dataDir)).rejects.toThrow(`${record} is damaged: restore it`);
  });

  it('is refused with the reason where the record cannot be read', async () => {
    mkdirSync(record);
    await expect(recordedAddress(dataDir)).rejects.toThrow(`${record} cannot be read (EISDIR`);
  });
});
