import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Limits } from './limits.js';

const collectGarbage = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

it('keep little of a link that is named by a long text', async () => {
  const limits = new Limits(new DataSource({ type: 'postgres' }));
  const before = collectGarbage();
  for (let index = 0; index < 1000; index += 1) await limits.count('linkRead', randomBytes(8000).toString('hex'));
  expect(collectGarbage() - before).toBeLessThan(5_000_000);
  expect(limits).toBeDefined();
});
