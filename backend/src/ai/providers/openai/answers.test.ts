import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { startFakeAi, type FakeAi, type FakeReply } from '../../../../test/fake-ai.js';
import { choice, content, delta, refused, stream } from '../../../../test/fake-completions.js';
import { joiner } from '../../../../test/suggestion-inputs.js';
import type { CaptionInput } from '../../ai.js';
import { CALLS_PER_DRAFT, OpenAiProvider } from './openai.js';

const { signal } = new AbortController();
let fake: FakeAi;

beforeAll(async () => {
  fake = await startFakeAi();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

function provider(): OpenAiProvider {
  const openai = { apiKey: 'sk-test', baseUrl: fake.url, model: 'fake-1' };
  return new OpenAiProvider({ openai, timeoutMs: 5000, retryBaseMs: 1 });
}

const CAPTION_INPUT: CaptionInput = {
  picture: { jpeg: Buffer.from('picture'), fileName: 'front-door.jpg', width: 400, height: 300, takenAt: null },
  client: {
    business: 'Hartley Joinery',
    description: 'We build doors and windows in Leeds.',
    mediaDescription: '',
    serviceAreas: 'Leeds, Otley',
    targetKeywords: ['oak doors', 'sash windows'],
    categories: ['Joiner'],
    website: '',
    address: '',
  },
  address: '7 The Crescent, Otley',
  rejected: null,
  requested: null,
};

/** The two things that a model is asked for: each with what a draft among its thoughts would say, which is never published. */
const TASKS = {
  caption: {
    draft: async () => (await provider().draftCaption(CAPTION_INPUT, signal)).caption.title,
    good: /^Caption of picture [a-z]{8}$/u,
    thought: {
      title: 'Oak doors',
      description: 'Sash windows and oak doors in Leeds.',
      exifKeywords: ['oak doors', 'sash windows', 'joiner', 'Leeds', 'Otley'],
      geoAltDescription: 'Oak doors in Otley.',
    },
    declined: 'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
  },
  suggestion: {
    draft: async () => (await provider().draftSuggestion(joiner('services'), signal)).suggestion,
    good: /^Sash windows\nOak doors/u,
    thought: { services: ['Carpenter'] },
    declined: 'The AI model declined to write this section. Write it by hand, or change the record and regenerate.',
  },
};

type Answer = (good: string, draft: string) => FakeReply;

const ANSWERS: Record<string, Answer> = {
  'parts, thoughts among them': (good, draft) =>
    content([
      { type: 'thinking', thinking: [{ type: 'text', text: draft }] },
      { type: 'reasoning', text: draft },
      { type: 'text', text: draft, thought: true },
      { type: 'text', text: good.slice(0, 20) },
      { type: 'text', text: good.slice(20) },
    ]),
  'parts as OpenAI’s other interface names them': (good) => content([{ type: 'output_text', text: good }]),
  'a part without a list': (good) => content({ type: 'text', text: { value: good } }),
  'parts that are plain texts': (good) => content([good]),
  'an object that was parsed already': (good) => content(JSON.parse(good)),
  'thoughts before it': (good, draft) => content(`<think>${draft}</think>\n${good}`),
  'thoughts without their beginning': (good, draft) => content(`I write ${draft}\n</think>\n${good}`),
  'thoughts in brackets': (good, draft) => content(`[THINK]${draft}[/THINK]${good}`),
  'thoughts under another name': (good, draft) => content(`<thought>${draft}</thought>${good}`),
  'thoughts in a channel': (good, draft) =>
    content(
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${good}<|return|>`,
    ),
  'thoughts beside it': (good, draft) => choice({ content: good, reasoning_content: draft, reasoning: draft }),
  'the answer filed under the thoughts': (good) => choice({ content: null, reasoning_content: good }),
  'the answer at the end of the thoughts': (good, draft) =>
    choice({ content: '', reasoning: `First ${draft}, which is dull. So:\n\`\`\`json\n${good}\n\`\`\`\n` }),
  'a draft before it': (good, draft) => content(`Draft: ${draft}\nBetter:\n${good}\nShall I go on?`),
  'a code fence': (good) => content(`\`\`\`json\n${good}\n\`\`\``),
  'commas too many': (good) => content(good.replace(/\]/gu, ', ]').replace(/\}$/u, ',\n}')),
  'raw line breaks': (good) => content(good.replace(/(\w) (\w)/u, '$1\n$2')),
  'a wrapping key': (good) => content(`{"result": ${good}}`),
  'a list of one': (good) => content(`[${good}]`),
  'JSON in JSON': (good) => content(JSON.stringify(good)),
  'a choice without more': (good) => ({ body: { choices: [{ message: { content: good } }] } }),
  'the text of an old completion': (good) => ({ body: { choices: [{ text: good, finish_reason: 'stop' }] } }),
  'a whole object, said to be cut off': (good) => content(good, { finish_reason: 'length' }),
  'an error that is null': (good) => ({ body: { error: null, choices: [{ message: { content: good } }] } }),
  'an error of nothing': (good) => ({
    body: { error: { message: '', type: '', param: '', code: null }, choices: [{ message: { content: good } }] },
  }),
  'a stream that was not asked for': (good) =>
    stream(delta('', null), delta(good.slice(0, 9)), delta(good.slice(9)), delta(null, 'stop'), '[DONE]'),
  'a stream of parts': (good, draft) =>
    stream(
      delta([{ type: 'thinking', thinking: [{ type: 'text', text: draft }] }]),
      delta([{ type: 'text', text: good }]),
      delta('', 'stop'),
    ),
  'a stream of lines': (good) => ({
    body: [delta(good.slice(0, 9)), delta(good.slice(9), 'stop')].map((event) => JSON.stringify(event)).join('\n'),
  }),
  'a stream, said to be JSON': (good) => ({
    ...stream(delta(good, 'stop'), '[DONE]'),
    headers: { 'content-type': 'application/json' },
  }),
  'a byte order mark': (good) => ({ body: `\ufeff${JSON.stringify(content(good).body)}` }),
  'spaces that keep the connection open': (good) => ({ body: `\n\n  \n${JSON.stringify(content(good).body)}\n` }),
  gzip: (good) => ({
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(content(good).body)),
  }),
  'JSON, said to be text': (good) => ({ ...content(good), headers: { 'content-type': 'text/plain' } }),
  'a body within another one': (good) => ({ body: { success: true, result: content(good).body } }),
  'a body in a list': (good) => ({ body: [content(good).body] }),
  'a body in a text': (good) => ({ body: JSON.stringify(JSON.stringify(content(good).body)) }),
};

/** Answers that hold no text to publish, whatever their thoughts say. */
const NO_ANSWERS: Record<string, Answer> = {
  'thoughts without their end': (_, draft) => content(`<think>I write ${draft}`),
  'thoughts that were cut off': (_, draft) => content(`<think>I write ${draft}`, { finish_reason: 'length' }),
  'thoughts in brackets without their end': (_, draft) => content(`[THINK]${draft}`),
  'a channel of thoughts alone': (_, draft) => content(`<|channel|>analysis<|message|>${draft}`),
  'nothing but thoughts': (_, draft) => content(`<think>${draft}</think>`),
  'nothing, and a draft within the thoughts': (_, draft) =>
    choice({ content: null, reasoning_content: `I write ${draft}. Is it short enough? Yes.` }),
  'nothing, and thoughts that were cut off': (_, draft) =>
    choice({ content: '', reasoning_content: draft }, { finish_reason: 'length' }),
  'nothing, and thoughts without a reason to finish': (_, draft) =>
    choice({ content: '', reasoning_content: draft }, { finish_reason: null }),
  'a draft, and an answer that is cut off': (good, draft) => content(`${draft}\n${good.slice(0, -5)}`),
  'half an answer': (good) => content(good.slice(0, good.length / 2), { finish_reason: 'length' }),
  'parts of thoughts alone': (_, draft) => content([{ type: 'thinking', thinking: draft }]),
  'no choice': () => ({ body: { choices: [] } }),
  'no message': () => choice(null),
  'no content': () => choice({ role: 'assistant' }),
  null: () => ({ body: null }),
  'an object nested without end': () => ({
    body: `{"choices":[{"message":{"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}]}`,
  }),
  'a text of brackets': () => content('[{'.repeat(100_000)),
  'a stream that breaks off': (good) => stream(delta(good)),
  'an empty stream': () => stream('[DONE]'),
};

const FORMAT_REFUSALS: Record<string, FakeReply> = {
  'as OpenAI does': refused(400, {
    error: { message: 'Invalid parameter', type: 'invalid_request_error', param: 'response_format', code: null },
  }),
  'as a text under error': refused(400, { error: "'response_format.type' must be 'json_schema' or 'text'" }),
  'as Groq does': refused(400, {
    error: { message: 'This model does not support response format `json_schema`', type: 'invalid_request_error' },
  }),
  'as FastAPI does': refused(422, {
    detail: [{ type: 'literal_error', loc: ['body', 'response_format', 'type'], msg: "Input should be 'text'" }],
  }),
  'as Mistral does': refused(422, {
    object: 'error',
    message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'response_format'], msg: 'Extra inputs' }] },
  }),
  'as vLLM does': refused(400, { object: 'error', message: 'json_schema is not supported', code: 400 }),
  'in a list, as Gemini does': refused(400, [
    { error: { code: 400, message: 'Unknown name "schema" at generation_config', status: 'INVALID_ARGUMENT' } },
  ]),
  'under message': refused(400, { message: 'Unsupported: structured outputs' }),
  'as a text': refused(400, 'response_format is not supported', 'text/plain'),
  'as a page': refused(500, '<html><body>Failed to compile the <b>grammar</b></body></html>', 'text/html'),
  'in a 200': refused(200, { error: { message: 'response_format: unknown type', code: 400 } }),
  'in a 200, as a text': refused(200, 'response_format is not supported', 'text/plain'),
  'in the choice': refused(200, {
    choices: [{ finish_reason: 'error', error: { code: 400, message: 'json_schema is not supported' }, message: {} }],
  }),
  'by what stands behind the provider': refused(400, {
    error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"bad response_format"}}' } },
  }),
};

const FILTERED: Record<string, FakeReply> = {
  'as a reason to finish': choice({ content: '' }, { finish_reason: 'content_filter' }),
  'as a reason to finish, as Gemini does': choice({ content: null }, { finish_reason: 'content_filter: SAFETY' }),
  'as a refusal': choice({ content: null, refusal: 'I cannot help with that.' }),
  'as a part': content([{ type: 'refusal', refusal: 'I cannot help with that.' }]),
  'in a stream': stream({ choices: [{ delta: { refusal: 'I cannot' }, finish_reason: 'stop' }] }),
  'as a code': refused(400, { error: { code: 'content_filter', message: 'The response was filtered' } }),
  'as another code': refused(400, { error: { code: 'content_policy_violation', message: 'Rejected' } }),
  'as Azure does': refused(400, {
    error: {
      code: 'BadRequest',
      message: 'Filtered',
      innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: {} },
    },
  }),
  'as an error of its own': refused(500, { error: { type: 'content_filter', message: 'Filtered' } }),
  'in words': refused(403, { error: { code: 403, message: 'Your input was flagged for "violence"' } }),
  'in a 200': refused(200, { error: { code: 'content_filter', message: 'The response was filtered' } }),
};

describe.each(Object.entries(TASKS))('an answer to the request for a %s', (_, task) => {
  const drafted = JSON.stringify(task.thought);
  const always = (answer: Answer) => fake.always({ reply: (good) => answer(good, drafted) });

  it.each(Object.entries(ANSWERS))('is read: %s', async (_name, answer) => {
    always(answer);
    expect(await task.draft()).toMatch(task.good);
    expect(fake.requests).toHaveLength(1);
  });

  it.each(Object.entries(NO_ANSWERS))('is asked for again, and never made up: %s', async (_name, answer) => {
    always(answer);
    await expect(task.draft()).rejects.toMatchObject({ code: 'AI_FAILED', detail: expect.stringContaining('AI ') });
    expect(fake.requests).toHaveLength(CALLS_PER_DRAFT);
    fake.next({ reply: (good) => answer(good, drafted) });
    fake.always({ ok: true });
    expect(await task.draft()).toMatch(task.good);
  });

  it.each(Object.entries(FORMAT_REFUSALS))(
    'is asked for in another format when one is refused: %s',
    async (_n, reply) => {
      fake.always({ by: ({ format }) => (format === 'none' ? { ok: true } : { reply: () => reply }) });
      expect(await task.draft()).toMatch(task.good);
      expect(fake.requests.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'none']);
    },
  );

  it.each(Object.entries(FILTERED))('may be refused for what it is about: %s', async (_name, reply) => {
    fake.always({ reply: () => reply });
    await expect(task.draft()).rejects.toMatchObject({ code: 'NOTHING_TO_WRITE', message: task.declined });
    expect(fake.requests).toHaveLength(1);
  });

  it.each(['json_validate_failed', 'output_parse_failed'])('is asked for again after %s', async (code) => {
    fake.next({ status: 400, code, message: 'Generated JSON does not match the expected schema.' });
    expect(await task.draft()).toMatch(task.good);
    expect(fake.requests.map(({ format }) => format)).toEqual(['json_schema', 'json_schema']);
  });
});
