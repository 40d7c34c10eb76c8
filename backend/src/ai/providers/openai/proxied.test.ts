import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startFakeAi, type FakeAi } from '../../../../test/fake-ai.js';
import { startForwardProxy, type ForwardProxy } from '../../../../test/forward-proxy.js';
import { loadConfig } from '../../../config.js';
import { boundedFetch } from './bounded-fetch.js';

let ai: FakeAi;
let proxy: ForwardProxy;

beforeAll(async () => {
  ai = await startFakeAi();
  proxy = await startForwardProxy(ai.url);
});
afterAll(() => Promise.all([ai.close(), proxy.close()]));

it('asks a provider by the proxy of its address, and what NO_PROXY names directly', async () => {
  const env = { OPENAI_BASE_URL: 'http://ai.test/v1', HTTP_PROXY: proxy.url };
  const { openai } = loadConfig(env);
  const url = new URL(`${openai!.baseUrl}/chat/completions`);
  const body = JSON.stringify({ model: 'fake-vision', messages: [{ role: 'user', content: 'Hello' }] });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await boundedFetch(url, init, openai!.proxy);
  expect(await answer.json()).toMatchObject({ choices: expect.anything() });
  expect(proxy.asked).toEqual(['POST http://ai.test/v1/chat/completions']);
  expect(loadConfig({ ...env, NO_PROXY: 'ai.test' }).openai!.proxy).toBeUndefined();
  expect(loadConfig({ OPENAI_API_KEY: 'x', https_proxy: 'proxy.test:3128' }).openai!.proxy).toBe(
    'http://proxy.test:3128',
  );
});

it('says nothing of a proxy that is no address', () => {
  expect(() => loadConfig({ HTTPS_PROXY: 'socks5://user:secret@proxy.test' })).toThrow(
    /^HTTPS_PROXY: got a value that is not an address that starts with http:\/\/ or https:\/\/$/,
  );
});
