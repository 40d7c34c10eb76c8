import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeAi, type FakeAi, type FakeReply } from '../../../../test/fake-ai.js';
import { choice, content, refused, stream } from '../../../../test/fake-completions.js';
import { joiner } from '../../../../test/suggestion-inputs.js';
import { stretched } from '../../../../test/stretched.js';
import { AiError } from '../../ai.js';
import { CALLS_PER_DRAFT, OpenAiProvider } from './openai.js';

const KEY = 'sk-live-0123456789abcdef';
const { signal } = new AbortController();
let fake: FakeAi;

beforeAll(async () => {
  fake = await startFakeAi();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

async function draft(baseUrl = fake.url, apiKey = KEY): Promise<string> {
  const openai = { apiKey: apiKey || undefined, baseUrl, model: 'fake-1' };
  const provider = new OpenAiProvider({ openai, timeoutMs: 5000, retryBaseMs: 1 });
  return (await provider.draftSuggestion(joiner('services'), signal)).suggestion;
}

async function failure(reply: FakeReply): Promise<AiError> {
  fake.always({ reply: () => reply });
  const outcome: unknown = await draft().catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(AiError);
  return outcome as AiError;
}

describe('a failure', () => {
  const model = 'Check that OPENAI_MODEL names a chat model that takes long texts.';

  it.each<[string, FakeReply, string]>([
    [
      'an object',
      refused(400, { error: { message: 'No such voice.' } }),
      `refused the request (400): “No such voice”. ${model}`,
    ],
    [
      'a text under error',
      refused(400, { error: 'No such voice' }),
      `refused the request (400): “No such voice”. ${model}`,
    ],
    [
      'a text under message',
      refused(400, { message: 'No such voice' }),
      `refused the request (400): “No such voice”. ${model}`,
    ],
    [
      'a text under detail',
      refused(401, { detail: 'Not authenticated' }),
      'refused the API key (401): “Not authenticated”.',
    ],
    [
      'a list under detail',
      refused(422, { detail: [{ loc: ['body', 'messages', 0], msg: 'too long' }] }),
      `could not process the request (422): “body.messages.0: too long”. ${model}`,
    ],
    [
      'a list',
      refused(404, [{ error: { code: 404, message: 'models/x is not found' } }]),
      'address (404): “models/x is not found”.',
    ],
    [
      'a list of several',
      refused(403, [{ error: { message: 'No access' } }, { error: 'No' }]),
      'denied access (403): “No access; No”.',
    ],
    [
      'a list under errors',
      refused(403, { errors: [{ code: 7, message: 'No access' }] }),
      'denied access (403): “No access”.',
    ],
    ['a text', refused(404, 'model "x" not found', 'text/plain'), 'address (404): “model "x" not found”.'],
    [
      'a page',
      refused(
        403,
        '<html><head><title>403 Forbidden</title><style>p {}</style></head><p>nginx</p></html>',
        'text/html',
      ),
      'denied access (403): “403 Forbidden”.',
    ],
    ['nothing', refused(401, ''), 'The AI provider refused the API key (401). Check OPENAI_API_KEY.'],
    [
      'words of what stands behind it',
      refused(400, {
        error: { message: 'Provider returned error', metadata: { raw: '{"detail":"Picture too small"}' } },
      }),
      'refused the request (400): “Provider returned error; Picture too small”.',
    ],
    [
      'control characters',
      refused(401, { error: 'a\u0000b\u001b[31mc\r\nd' }),
      'refused the API key (401): “a b [31mc d”.',
    ],
    ['its key', refused(401, { error: `Wrong key ${KEY}` }), 'refused the API key (401): “Wrong key …”.'],
    // In an answer that claims to be none.
    [
      'a 200 with a code',
      refused(200, { error: { code: 404, message: 'No endpoints' } }),
      'address (404): “No endpoints”.',
    ],
    [
      'a 200 with a kind',
      refused(200, { type: 'error', error: { type: 'permission_error', message: 'No' } }),
      'denied access (403): “No”.',
    ],
    [
      'a 200 with a name',
      refused(200, { error: { code: 'model_not_found', message: 'No x' } }),
      'address (404): “No x”.',
    ],
    [
      'a 200 in its choice',
      choice({}, { error: { code: 401, message: 'No auth' } }),
      'refused the API key (401): “No auth”.',
    ],
    [
      'a 200 with a message',
      refused(200, { code: '401', message: 'Bad token' }),
      'refused the API key (401): “Bad token”.',
    ],
  ])('that is permanent is named at once, in the provider’s words: %s', async (_, reply, detail) => {
    const error = await failure(reply);
    expect(error.detail).toContain(detail);
    expect(error).toMatchObject({
      code: 'AI_FAILED',
      message: 'The AI provider refused the request. Please contact the administrator of this system.',
    });
    expect(fake.requests).toHaveLength(1);
  });

  it.each<[string, FakeReply, string]>([
    ['an error without a code', refused(200, { error: 'Out of memory' }), 'The AI provider failed: “Out of memory”.'],
    ['a status in the choice', choice({}, { error: { code: 502, message: 'Upstream' } }), 'failed (502): “Upstream”.'],
    ['a reason to finish', choice({ content: '' }, { finish_reason: 'error' }), 'The AI provider failed.'],
    ['an error in a stream', stream({ error: { code: 503, message: 'Busy' } }), 'failed (503): “Busy”.'],
    [
      'a limit in a 200',
      refused(200, { error: { type: 'rate_limit_error', message: 'Slow' } }),
      'too many requests (429): “Slow”.',
    ],
    ['a text', refused(200, 'upstream timed out', 'text/plain'), 'not a chat completion: “upstream timed out”.'],
    [
      'a page',
      refused(200, '<title>Sign in</title>', 'text/html'),
      'not a chat completion: “Sign in”. Check OPENAI_BASE_URL',
    ],
    ['a page with 502', refused(502, '<h1>Bad Gateway</h1>', 'text/html'), 'failed (502): “Bad Gateway”.'],
    ['no choice', { body: { choices: [] } }, 'The AI provider answered without a text.'],
    ['nothing but thoughts', content('<think>Hm</think>'), 'The AI model answered nothing (finish_reason stop).'],
    [
      'half an answer',
      content('{"title": "Oak', { finish_reason: 'length' }),
      'answer was cut off (finish_reason length).',
    ],
    [
      'thoughts cut off',
      content('<think>Hm', { finish_reason: 'max_tokens' }),
      'answer was cut off (finish_reason max_tokens).',
    ],
  ])('that may pass is named after all calls: %s', async (_, reply, detail) => {
    const error = await failure(reply);
    expect(error).toMatchObject({ code: 'AI_FAILED', detail: expect.stringContaining(detail) });
    expect(fake.requests).toHaveLength(CALLS_PER_DRAFT);
  });

  it.each<[string, FakeReply]>([
    ['a header in milliseconds', { ...refused(429, ''), headers: { 'retry-after-ms': '700' } }],
    ['a header in a 200', { body: { error: { code: 429 } }, headers: { 'retry-after': '0.7' } }],
    ['words', refused(429, { error: { message: 'Limit reached. Please try again in 700ms.' } })],
    [
      'words in seconds',
      refused(429, [{ error: { message: 'Please retry in 0.70s.', status: 'RESOURCE_EXHAUSTED' } }]),
    ],
  ])('that asks for time is given it: %s', async (_, reply) => {
    fake.next({ reply: () => reply });
    await draft();
    const [first, second] = fake.requests;
    expect(second!.time - first!.time).toBeGreaterThanOrEqual(690);
    expect(second!.time - first!.time).toBeLessThan(stretched(4000));
  });

  it('names the quota when that is used up, also in a 200', async () => {
    const error = await failure(refused(200, { error: { code: 'insufficient_quota', message: 'Nothing left' } }));
    expect(error.detail).toBe('The AI provider’s quota is used up: “Nothing left”. Add credit to its account.');
    expect(fake.requests).toHaveLength(1);
  });

  it('keeps the provider’s words about a filter', async () => {
    const error = await failure(refused(400, { error: { code: 'content_filter', message: 'Prompt was filtered' } }));
    expect(error.detail).toBe('The AI provider refused the content (400): “Prompt was filtered”.');
  });
});

describe('the address', () => {
  it.each([
    ['/v1', '/v1/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1?team=a%2Fb', '/v1/chat/completions?team=a%2Fb'],
    ['/openai/v1/', '/openai/v1/chat/completions'],
  ])('of %s is asked with the key as a bearer', async (base, path) => {
    const { origin } = new URL(fake.url);
    await draft(`${origin}${base}`);
    expect(fake.requests).toEqual([
      expect.objectContaining({ path, authorization: `Bearer ${KEY}`, apiKey: undefined }),
    ]);
  });

  it('of Azure is asked with its version, and with the key in Azure’s header', async () => {
    const { origin } = new URL(fake.url);
    const base = `${origin}/openai/deployments/gpt-4o?api-version=2024-10-21`;
    await draft(base);
    expect(fake.requests).toEqual([
      expect.objectContaining({
        path: '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21',
        authorization: undefined,
        apiKey: KEY,
      }),
    ]);
  });

  it('is asked without a key where there is none', async () => {
    await draft(fake.url, '');
    expect(fake.requests).toEqual([expect.objectContaining({ authorization: undefined, apiKey: undefined })]);
  });
});
