import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playScopes } from './faults/scopes-play.js';
import { startTwoApis, type TwoApis } from './two-apis.js';

const STEPS = 150;

/** The same as `faults/scopes.nightly.ts`, short and without a worker. */
describe('eight people whose scopes change at random', () => {
  let apis: TwoApis;

  beforeAll(async () => {
    apis = await startTwoApis({ TRUST_PROXY: 'loopback' });
  });
  afterAll(() => apis.close());

  it('receive nothing that lies outside of them at that moment, at either of two API processes', async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const { violations, report } = await playScopes({
      urls: [apis.app.url, apis.other.url],
      app: apis.app,
      steps: Number(process.env['STEPS'] ?? STEPS),
      seed,
    });
    process.stdout.write(`${report}\n`);
    expect({ seed, violations }).toEqual({ seed, violations: [] });
  });
});
