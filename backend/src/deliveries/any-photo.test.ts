import { describe, expect, it } from '@jest/globals';
import { deliverMutated } from '../../test/mutated-pictures.js';

describe('a photo that an upload takes', () => {
  it('is delivered in every format, as it was shown, whatever is wrong with its file', async () => {
    const { taken, refused } = await deliverMutated({ cheap: 200, dear: 3 });
    expect(taken).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(10);
  });
});
