import { afterEach, describe } from '@jest/globals';
import { BACKENDS, skipMissingBackends } from '../system.js';
import { fault } from './fault.js';
import { endAll } from './later.js';
import { breakOneOfTwo, KILLED, WITHOUT_POSTGRES } from './takeover.js';

afterEach(endAll);

describe('a worker of two', () => {
  skipMissingBackends();

  fault(
    {
      what: 'A worker cut from PostgreSQL, and the next one killed',
      done: 'each at the second of six captions, with another worker there and new runs asked for; on either queue',
      checked: 'the other worker goes on within 12 s, and new runs are done within 12 s',
    },
    async () => void (await Promise.all(BACKENDS.map((backend) => breakOneOfTwo(backend, [WITHOUT_POSTGRES, KILLED])))),
  );
});
