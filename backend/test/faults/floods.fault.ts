import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { endWorkers } from '../worker-process.js';
import { floodRows } from './flood.js';

describe('a flood of live connections', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(endWorkers);
  afterAll(() => app.close());

  floodRows(() => app, ['watch a moment', 'ask what they missed'], 150, 3);
});
