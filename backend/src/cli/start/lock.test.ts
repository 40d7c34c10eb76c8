import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/checkout.js';
import { takeLock } from './lock.js';

describe('the lock of a directory', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const locks = () => readdirSync(folder).filter((name) => name.startsWith('start.lock.'));
  const held = (address: string) => `GMB Moments already runs on ${folder}${address}, as process ${process.pid}`;

  async function deadProcess(): Promise<number> {
    const child = spawn('true');
    await once(child, 'exit');
    return child.pid ?? 0;
  }

  it('is held by one process, whose address the error of others names', async () => {
    const lock = await takeLock(folder, 'http://localhost:3000');
    expect(lock.afterCrash).toBe(false);
    await expect(takeLock(folder)).rejects.toThrow(held(' at http://localhost:3000'));
    await lock.setAddress('http://localhost:4000');
    await expect(takeLock(folder)).rejects.toThrow(held(' at http://localhost:4000'));
  });

  it('is free when it is released', async () => {
    await (await takeLock(folder)).release();
    expect((await takeLock(folder)).afterCrash).toBe(false);
    expect(locks()).toEqual(['start.lock.2']);
  });

  it('is acquired by exactly one of many processes after its holder died', async () => {
    const pid = await deadProcess();
    writeFileSync(join(folder, 'start.lock.7'), JSON.stringify({ pid, began: 'long ago' }));
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, () => takeLock(folder)));
    const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(winners.map(({ afterCrash }) => afterCrash)).toEqual([true]);
    const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.message] : []));
    expect(refusals).toEqual(Array.from({ length: 24 }, () => held('')));
    expect(locks()).toEqual(['start.lock.8']);
  });

  it('is not held by another process that got the same process id', async () => {
    await takeLock(folder);
    const file = join(folder, 'start.lock.1');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), began: 'before' }));
    expect((await takeLock(folder)).afterCrash).toBe(true);
  });

  it.each(['', '{"pid": 1', '[]'])('is not held by a damaged file: %p', async (text) => {
    writeFileSync(join(folder, 'start.lock.3'), text);
    await takeLock(folder);
    expect(locks()).toEqual(['start.lock.4']);
  });

  it('is released without an error when the directory was removed', async () => {
    const lock = await takeLock(folder);
    rmSync(join(folder, 'start.lock.1'));
    await lock.release();
    expect(locks()).toEqual([]);
  });

  it('names DATA_DIR where no file can be made in it', async () => {
    await expect(takeLock('/proc/self')).rejects.toThrow(
      /^DATA_DIR: got "\/proc\/self", which takes no new file or no hard link \(.*\): .*$/,
    );
  });
});
