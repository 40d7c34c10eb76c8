import { whyMissing } from '../programs.js';
import { describe } from '@jest/globals';
import { BACKENDS } from '../stage.js';
import { fault } from './fault.js';
import { breakOneOfTwo, FROZEN, WITHOUT_S3 } from './takeover.js';

describe('a worker of two', () => {
  fault(
    {
      what: 'A worker frozen (SIGSTOP), and the next one cut from S3',
      done: 'each at the second of six captions, with another worker there and new runs asked for; on either queue',
      checked: 'the other worker goes on within 12 s, and new runs are done within 12 s',
      missing: whyMissing('redis-server'),
    },
    async () => void (await Promise.all(BACKENDS.map((backend) => breakOneOfTwo(backend, [FROZEN, WITHOUT_S3])))),
    180_000,
  );
});
