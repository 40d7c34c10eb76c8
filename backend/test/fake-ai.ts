import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SUGGESTION_ANSWERS } from './fake-suggestions.js';

/** One request that the fake provider received. */
export interface AiRequest {
  /** When it had arrived completely, in milliseconds since the epoch. */
  time: number;
  /** The path and query that were asked. */
  path: string;
  authorization: string | undefined;
  /** Azure's header of the key. */
  apiKey: string | undefined;
  /** The names of all headers. */
  headers: string[];
  model: string;
  messages: Message[];
  /** `json_schema`, `json_object`, or `none`. */
  format: string;
  /** Name of the JSON schema asked for, `null` without one. */
  schemaName: string | null;
  /** What else than these stands in the request, such as tools that the model may call. */
  others: string[];
  /** All texts of the messages, one after the other. */
  prompt: string;
  /** What stands between `<data>` and `</data>`. */
  data: Record<string, unknown>;
  /** `photo.fileName` of the data, `''` without one. */
  fileName: string;
  /** Section of the optimization that a suggestion is asked for; `null` for a caption. */
  section: string | null;
  /** What the client and staff want changed about a suggestion; `null` when nothing. */
  feedback: { client?: string; staff?: string } | null;
  /** The picture out of its data URL, and a digest of its bytes. */
  picture: { jpeg: Buffer; hash: string; dataUrlLength: number } | null;
  /** Whether the caller hung up before the whole answer was sent. */
  hungUp: boolean;
}

interface Message {
  role: string;
  content: string | Part[];
}

interface Part {
  text?: string;
  image_url?: { url: string };
}

interface Refusal {
  status: number;
  /** Sent as the header, as it stands. */
  retryAfter?: number | string;
  /** The provider's clock, where it is not the one of this machine. */
  date?: string;
  code?: string;
  message?: string;
}

/** An answer over HTTP; what is no text is sent as JSON. */
export interface FakeReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** What the server does with a request. */
export type AiBehaviour =
  /** Answers well, at once. */
  | { ok: true }
  /** Answers well, later. */
  | { delayMs: number }
  /** Behaves like `next`, or else answers well, once this has come. */
  | { until: Promise<unknown>; next?: AiBehaviour }
  | Refusal
  /** The model's answer is this text. */
  | { garbage: string }
  /** The model's answer ends in the middle of its JSON. */
  | { halfJson: true }
  /** The response itself is not a chat completion but this text, of this type. */
  | { body: string; type?: string }
  /** The response is this, made of the model's good answer. */
  | { reply: (good: string, request: AiRequest) => FakeReply }
  /** What the request asks about decides. */
  | { by: (request: AiRequest) => AiBehaviour }
  /** Never answers, or begins to and never ends. */
  | { hang: 'headers' | 'body' }
  /** Breaks the connection before its answer, or within. */
  | { disconnect: 'headers' | 'body' }
  /** The model declines. */
  | { refusal: string }
  /** Does not know this `response_format`: answers 400 where it is asked for, else well. */
  | { unknownFormats: string[] }
  /** The model's answer, as an object. */
  | { answer: (request: AiRequest) => unknown };

/** A provider on loopback that speaks OpenAI's chat completions. */
export interface FakeAi {
  /** Base URL, ending in `/v1`. */
  url: string;
  /** All requests since the start, oldest first. */
  requests: AiRequest[];
  /** Behaviours of the next requests, one each; after them `always` holds. */
  next(...behaviours: AiBehaviour[]): void;
  /** Behaviour of every request without one of its own. */
  always(behaviour: AiBehaviour): void;
  /** How often a picture was asked about, by its file name or its hash. */
  timesAsked(picture: string): number;
  /** How often a section was asked for, all optimizations together. */
  timesAskedFor(section: string): number;
  /** Resolves once that many requests have arrived. */
  received(count: number): Promise<void>;
  /** Forgets all requests and behaviours. */
  reset(): void;
  close(): Promise<void>;
}

/** Good answers by the name of the schema asked for. */
export const GOOD_ANSWERS: Record<string, (request: AiRequest) => unknown> = {
  caption: captionFor,
  ...SUGGESTION_ANSWERS,
};

/**
 * Starts a fake provider.
 * @param options.port 0 for a free one
 */
export async function startFakeAi(options: { port?: number; always?: AiBehaviour } = {}): Promise<FakeAi> {
  const first = options.always ?? { ok: true };
  const state = {
    requests: [] as AiRequest[],
    queue: [] as AiBehaviour[],
    always: first,
    waiting: [] as (() => void)[],
  };
  const server = createServer((request, response) => {
    void handle(request, response, (received) => {
      state.requests.push(received);
      for (const check of state.waiting) check();
      return state.queue.shift() ?? state.always;
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    next: (...behaviours) => void state.queue.push(...behaviours),
    always: (behaviour) => void (state.always = behaviour),
    timesAsked: (picture) => state.requests.filter((r) => [r.fileName, r.picture?.hash].includes(picture)).length,
    timesAskedFor: (section) => state.requests.filter((r) => r.section === section).length,
    received: (count) =>
      new Promise((resolve) => {
        const check = () => state.requests.length >= count && resolve();
        state.waiting.push(check);
        check();
      }),
    reset: () => {
      state.requests.length = 0;
      state.queue.length = 0;
      state.always = first;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  decide: (request: AiRequest) => AiBehaviour,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  if (incoming.method !== 'POST' || !/^\/(?:v1|openai\/.+)\/chat\/completions(?:\?|$)/u.test(incoming.url!)) {
    return sendJson(response, 404, { error: { message: `Unknown request URL: ${incoming.method} ${incoming.url}` } });
  }
  const request = parse(Buffer.concat(chunks).toString('utf8'), incoming);
  response.on('close', () => void (request.hungUp = !response.writableFinished));
  behave(decide(request), request, response);
}

function parse(body: string, { url, headers }: IncomingMessage): AiRequest {
  const {
    model,
    messages,
    response_format: format,
    ...others
  } = JSON.parse(body) as {
    model: string;
    messages: Message[];
    response_format?: { type: string; json_schema?: { name: string } };
  };
  const parts = messages.flatMap(({ content }): Part[] =>
    typeof content === 'string' ? [{ text: content }] : content,
  );
  const prompt = parts.map((part) => part.text ?? '').join('\n');
  const data = JSON.parse(/<data>\n(\{[\s\S]*?)<\/data>/u.exec(prompt)?.[1] ?? '{}') as Record<string, unknown>;
  return {
    time: Date.now(),
    path: url!,
    authorization: headers.authorization,
    apiKey: headers['api-key'] as string | undefined,
    headers: Object.keys(headers),
    model,
    messages,
    format: format?.type ?? 'none',
    others: Object.keys(others),
    schemaName: format?.json_schema?.name ?? null,
    prompt,
    data,
    fileName: (data.photo as { fileName?: string } | undefined)?.fileName ?? '',
    section: (data.section as string | undefined) ?? null,
    feedback: (data.feedback as AiRequest['feedback'] | undefined) ?? null,
    picture: pictureIn(parts.find((part) => part.image_url)?.image_url?.url),
    hungUp: false,
  };
}

function pictureIn(dataUrl: string | undefined): AiRequest['picture'] {
  if (!dataUrl) return null;
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  // Letters alone: captions that quote it must not look as if they held a phone number.
  const hash = createHash('sha256')
    .update(jpeg)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  return { jpeg, hash, dataUrlLength: dataUrl.length };
}

function behave(behaviour: AiBehaviour, request: AiRequest, response: ServerResponse): void {
  const good = () => JSON.stringify(goodAnswer(request));
  if ('delayMs' in behaviour) setTimeout(() => complete(response, request, good()), behaviour.delayMs);
  else if ('until' in behaviour)
    void behaviour.until.then(() => behave(behaviour.next ?? { ok: true }, request, response));
  else if ('status' in behaviour) refuse(response, behaviour);
  else if ('garbage' in behaviour) complete(response, request, behaviour.garbage);
  else if ('halfJson' in behaviour) complete(response, request, good().slice(0, good().length / 2));
  else if ('reply' in behaviour) reply(response, behaviour.reply(good(), request));
  else if ('by' in behaviour) behave(behaviour.by(request), request, response);
  else if ('body' in behaviour)
    response.writeHead(200, { 'content-type': behaviour.type ?? 'application/json' }).end(behaviour.body);
  else if ('hang' in behaviour) hang(response, behaviour.hang);
  else if ('disconnect' in behaviour) disconnect(response, behaviour.disconnect);
  else if ('refusal' in behaviour) complete(response, request, null, behaviour.refusal);
  else if ('unknownFormats' in behaviour && behaviour.unknownFormats.includes(request.format)) {
    refuse(response, { status: 400, message: `This response_format type is unavailable now: ${request.format}` });
  } else if ('answer' in behaviour) complete(response, request, JSON.stringify(behaviour.answer(request)));
  else complete(response, request, good());
}

/** Returns the answer of a good model. Without a schema, the requested section is taken from the data. */
function goodAnswer(request: AiRequest): unknown {
  const { schemaName, section } = request;
  const bySection = section && `${section.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}_suggestion`;
  return (GOOD_ANSWERS[schemaName ?? bySection ?? 'caption'] ?? captionFor)(request);
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: FakeReply): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

function disconnect(response: ServerResponse, where: 'headers' | 'body'): void {
  if (where === 'headers') response.destroy();
  else response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":', () => response.destroy());
}

function hang(response: ServerResponse, where: 'headers' | 'body'): void {
  if (where === 'body') response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"chatcmpl-hang",');
}

function refuse(response: ServerResponse, { status, retryAfter, date, code, message }: Refusal): void {
  if (date !== undefined) response.setHeader('date', date);
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendJson(response, status, {
    error: { message: message ?? `Fake failure ${status}`, type: 'fake', code: code ?? null },
  });
}

function complete(
  response: ServerResponse,
  request: AiRequest,
  content: string | null,
  refusal: string | null = null,
): void {
  if (response.destroyed) return;
  sendJson(response, 200, {
    id: `chatcmpl-${request.time}`,
    object: 'chat.completion',
    created: Math.floor(request.time / 1000),
    model: request.model,
    choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content, refusal } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A valid caption that shows which picture it was made for. */
// File names stay out of it: some hold numbers that would pass for a phone's.
function captionFor({ picture }: AiRequest): unknown {
  const mark = picture?.hash.slice(0, 8) ?? 'no-picture';
  return {
    title: `Caption of picture ${mark}`,
    description: `Drafted by the fake provider for a picture whose content begins with ${mark}.`,
    exifKeywords: ['fake', 'provider', 'caption', 'picture', mark],
    geoAltDescription: `Picture ${mark}, described by the fake provider.`,
  };
}
