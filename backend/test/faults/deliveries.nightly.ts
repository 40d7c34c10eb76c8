import { describe, expect } from '@jest/globals';
import { deliverMutated } from '../mutated-pictures.js';
import { fault } from './fault.js';

describe('photos with anything wrong', () => {
  fault(
    {
      what: '2,000 JPEGs, PNGs, WebPs, AVIFs and GIFs and 30 HEICs with bytes changed, added, taken away, repeated or cut off',
      done: 'taken in as an upload does, and delivered in all three formats if they were taken',
      checked:
        'each that is taken is delivered, upright, in its size, as it was shown; the seed of a failure is printed',
    },
    async () => {
      const { taken, refused } = await deliverMutated({ cheap: 2000, dear: 30 });
      expect(taken).toBeGreaterThan(400);
      expect(refused).toBeGreaterThan(100);
    },
    900_000,
  );
});
