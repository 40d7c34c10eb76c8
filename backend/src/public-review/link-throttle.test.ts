import { describe, expect, it } from '@jest/globals';
import { AppError } from '../platform/http/errors.js';
import { DataSource } from 'typeorm';
import { Limits } from '../platform/limits/limits.js';
import { LinkThrottle, type LinkUse } from './link-throttle.js';

const LINK = { id: 'a-link' };

const from = (network: string) => ({ network, agencyHost: null });

// These limits are counted in memory: the database is not connected.
function newThrottle(): LinkThrottle {
  return new LinkThrottle(new Limits(new DataSource({ type: 'postgres' })));
}

/** How many of these uses pass, each from the network that `networkOf` names. */
async function passing(throttle: LinkThrottle, what: LinkUse, count: number, networkOf: (index: number) => string) {
  let passed = 0;
  for (let index = 0; index < count; index += 1) {
    await throttle
      .countAndFind(from(networkOf(index)), what, async () => LINK)
      .then(
        () => (passed += 1),
        (error: unknown) => expect(error).toBeInstanceOf(AppError),
      );
  }
  return passed;
}

describe('the uses of a link', () => {
  it.each([
    ['read', 900],
    ['write', 300],
  ] as const)('limits uses of a link to %s to %i a minute from one network', async (what, most) => {
    const throttle = newThrottle();
    expect(await passing(throttle, what, most + 50, () => 'one')).toBe(most);
    expect(await passing(throttle, what, 10, () => 'another')).toBe(10);
  });

  it.each([
    ['read', 9000],
    ['write', 3000],
  ] as const)('limits uses of a link to %s to %i a minute from all networks together', async (what, most) => {
    const throttle = newThrottle();
    expect(await passing(throttle, what, most + 50, (index) => `network ${index % 100}`)).toBe(most);
  });

  it('counts uses for one link however its id is written', async () => {
    const throttle = newThrottle();
    const asked = ['4f2a6c1e-0b7d-4e5a-9c3f-1d2e3f4a5b6c', '4F2A6C1E-0B7D-4E5A-9C3F-1D2E3F4A5B6C'];
    const uses = Array.from({ length: 910 }, (_none, index) =>
      throttle.countAndFind(from('one'), 'read', async () => LINK, asked[index % 2]),
    );
    const ended = await Promise.allSettled(uses);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(900);
  });

  it('refuses too many uses with the seconds to wait and a sentence', async () => {
    const throttle = newThrottle();
    await passing(throttle, 'write', 300, () => 'one');
    const refusal = (await throttle
      .countAndFind(from('one'), 'write', async () => LINK)
      .catch((error: unknown) => error)) as AppError;
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
    expect(refusal.message).toBe(
      'There were too many decisions on this link in a short time. Please wait a minute, then go on.',
    );
    expect(refusal.extra.retryAfterSeconds).toBeGreaterThan(50);
  });
});

describe('looking links up', () => {
  it('refuses look-ups of a network after 120 unknown links, also of a known one', async () => {
    const throttle = newThrottle();
    for (let miss = 0; miss < 120; miss += 1)
      expect(await throttle.countAndFind(from('one'), 'read', async () => null)).toBeNull();
    let asked = 0;
    const found = async () => ({ id: `link ${(asked += 1)}` });
    await expect(throttle.countAndFind(from('one'), 'read', found)).rejects.toThrow('Too many links that lead nowhere');
    expect(asked).toBe(0);
    expect(await throttle.countAndFind(from('another'), 'read', found)).toEqual({ id: 'link 1' });
  });

  it('does not count look-ups of known links', async () => {
    const throttle = newThrottle();
    for (let hit = 0; hit < 500; hit += 1)
      expect(await throttle.countAndFind(from('one'), 'read', async () => LINK)).toBe(LINK);
  });
});
