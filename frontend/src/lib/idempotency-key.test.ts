import { describe, expect, it } from '@jest/globals';
import { newIdempotencyKey } from './idempotency-key';

describe('a key', () => {
  it('is a version 4 UUID also where the browser has no randomUUID, as on plain http', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const bare = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    const keys = [newIdempotencyKey(), newIdempotencyKey(bare), newIdempotencyKey(bare)];
    for (const key of keys) expect(key).toMatch(uuid);
    expect(new Set(keys).size).toBe(3);
  });
});
