import { describe, expect, it } from '@jest/globals';
import { withDeadline } from './deadline.js';

const LATE = new Error('too late');
const never = new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('gives what came in time', async () => {
    await expect(withDeadline(Promise.resolve(1), 1000, LATE)).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('failed')), 1000, LATE)).rejects.toThrow('failed');
  });

  it('does not wait for what never comes', async () => {
    await expect(withDeadline(never, 10, LATE)).rejects.toBe(LATE);
  });
});
