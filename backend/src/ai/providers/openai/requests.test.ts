import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { startFakeAi, type FakeAi } from '../../../../test/fake-ai.js';
import { startForwardProxy } from '../../../../test/forward-proxy.js';
import { joiner } from '../../../../test/suggestion-inputs.js';
import type { Config } from '../../../config.js';
import { OpenAiProvider } from './openai.js';

const { signal } = new AbortController();
let fake: FakeAi;

beforeAll(async () => {
  fake = await startFakeAi();
});
beforeEach(() => fake.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fake.close());

async function draft(options: Partial<NonNullable<Config['openai']>> = {}): Promise<unknown> {
  const openai = { apiKey: undefined, baseUrl: fake.url, model: 'fake-1', ...options };
  return new OpenAiProvider({ openai, timeoutMs: 5000, retryBaseMs: 1 }).draftSuggestion(joiner('services'), signal);
}

it('takes no setting from the variables of the package, and sends what an answer needs', async () => {
  jest.replaceProperty(process, 'env', {
    ...process.env,
    OPENAI_API_KEY: 'sk-of-another-program',
    OPENAI_ADMIN_KEY: 'sk-admin',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_CUSTOM_HEADERS: 'authorization: Bearer sk-custom\nx-custom: yes',
    OPENAI_LOG: 'debug',
    OPENAI_ORG_ID: 'org-1',
    OPENAI_PROJECT_ID: 'project-1',
  });
  const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) => jest.spyOn(console, level));
  await draft();
  expect(fake.requests.map(({ headers }) => headers.toSorted())).toEqual([
    [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ],
  ]);
  for (const level of logged) expect(level).not.toHaveBeenCalled();
});

it('asks by the proxy of the address', async () => {
  const proxy = await startForwardProxy(fake.url);
  try {
    await draft({ apiKey: 'sk-test', baseUrl: 'http://ai.test/v1', proxy: proxy.url });
  } finally {
    await proxy.close();
  }
  expect(proxy.asked).toEqual(['POST http://ai.test/v1/chat/completions']);
  expect(fake.requests).toEqual([expect.objectContaining({ authorization: 'Bearer sk-test' })]);
});

it('names the code of a connection that is not made in time', async () => {
  const cause = Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
  await expect(draft()).rejects.toMatchObject({
    detail: 'The AI provider could not be reached (UND_ERR_CONNECT_TIMEOUT). Check OPENAI_BASE_URL and the network.',
  });
});
