import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { endWorkers } from '../worker-process.js';
import { floodRows, MESSAGES } from './flood.js';

describe('a long flood of many live connections', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(endWorkers);
  afterAll(() => app.close());

  floodRows(() => app, Object.keys(MESSAGES), 300, 12);
});
