import { types } from 'node:util';
import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Config } from '../../../config.js';
import { underSignals } from '../../../platform/async/end-early.js';
import { aiCallSeconds, aiTokens } from '../../../platform/metrics/metrics.js';
import type { AnswerSchema } from '../../prompts/answers.js';
import { readAnswer } from './answer.js';
import { boundedFetch } from './bounded-fetch.js';
import type { CallGate } from './call-gate.js';
import { CallFailure } from './failure.js';
import { isRecord } from './provider-error.js';
import { parseBody, type Reply } from './reply.js';

const OPENAI_URL = 'https://api.openai.com/v1';

type Body = ChatCompletionCreateParamsNonStreaming;

export interface ChatOptions {
  openai: NonNullable<Config['openai']>;
  /** Deadline of one call, its whole answer included. */
  timeoutMs: number;
  /** Delays each call until the limit per minute allows it. */
  gate?: CallGate | undefined;
}

/** The answer that is asked for. */
interface Question {
  schema: AnswerSchema;
  /** The kind of model that OPENAI_MODEL must name, for an error message. */
  modelKind: string;
}

/** Asks an OpenAI-compatible server, each time in the best answer format that it has not refused yet. */
export class Chat {
  private readonly sdk: OpenAI;
  /** Index in `formatsOf`: the best format that was not refused so far. */
  private formatIndex = 0;

  constructor(private readonly options: ChatOptions) {
    const { baseUrl = OPENAI_URL, apiKey, proxy } = options.openai;
    const address = splitAddress(baseUrl);
    const key = keyHeaders(address.defaultQuery, apiKey);
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...key };
    this.sdk = new OpenAI({
      ...address,
      // All settings come from our configuration; the package would read missing ones from the environment. It
      // requires a key, also for servers without one.
      apiKey: apiKey ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      logLevel: 'off',
      // The package's retries and timeout stop once headers arrive; ours also cover a hanging or broken body.
      maxRetries: 0,
      timeout: options.timeoutMs,
      // Replaces the package's headers, which describe this machine and include those of OPENAI_CUSTOM_HEADERS.
      fetch: (url, init) => alwaysOk(boundedFetch(new URL(url as string), { ...init, headers }, proxy)),
    });
  }

  /**
   * Sends messages to the model and returns the text of its answer.
   * @throws CallFailure when the call fails or the model declines
   */
  async complete(
    messages: ChatCompletionMessageParam[],
    { schema, modelKind }: Question,
    signal: AbortSignal,
  ): Promise<string> {
    const formats = formatsOf(schema);
    for (let index = this.formatIndex; ; index += 1) {
      try {
        const format = formats[index];
        const body = { model: this.options.openai.model, messages, ...(format && { response_format: format }) };
        const answer = await this.call(body, modelKind, signal);
        this.formatIndex = Math.max(this.formatIndex, index);
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailure && error.refusesFormat) || index === formats.length - 1) throw error;
      }
    }
  }

  private async call(body: Body, modelKind: string, signal: AbortSignal): Promise<string> {
    await this.options.gate?.pass(signal);
    const secret = this.options.openai.apiKey ?? '';
    return withMetrics(async () => readAnswer(await this.post(body, signal), { secret, modelKind }));
  }

  private async post(body: Body, signal: AbortSignal): Promise<Reply> {
    const { timeoutMs } = this.options;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      // The package never removes its listener from a signal, so each call gets a signal of its own.
      return await underSignals([signal, deadline], async (either) => {
        const response = await this.sdk.chat.completions.create(body, { signal: either }).asResponse();
        const { status, headers } = response;
        const answer = parseBody(await response.text());
        countTokens(answer);
        return { status, headers, body: answer };
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CallFailure) throw error;
      if (!deadline.aborted) throw unreachableFailure(error);
      const message = `The AI provider did not answer within ${timeoutMs / 1000} seconds. Allow it more with AI_TIMEOUT_MS.`;
      throw new CallFailure('not in time', message);
    }
  }
}

/** Splits the base URL into the address and its query, which the package adds to each request. */
function splitAddress(baseUrl: string): { baseURL: string; defaultQuery: Record<string, string> } {
  const { origin, pathname, searchParams } = new URL(baseUrl);
  const path = pathname.replace(/(?:\/chat\/completions)?\/*$/u, '');
  return { baseURL: origin + path, defaultQuery: Object.fromEntries(searchParams) };
}

/** Returns the header with the API key. Azure, recognized by `api-version`, takes it in the header `api-key`. */
function keyHeaders(query: object, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  return 'api-version' in query ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}

/**
 * Always resolves, with a response that is marked as `ok` whatever its status; a failed connection becomes a response
 * whose body cannot be read. Otherwise the package would keep only the field `error` of a response that is not `ok`,
 * and would hide why a connection timed out.
 */
async function alwaysOk(answer: Promise<Response>): Promise<Response> {
  try {
    return Object.defineProperty(await answer, 'ok', { value: true });
  } catch (error) {
    return new Response(new ReadableStream({ start: (controller) => controller.error(error) }));
  }
}

/**
 * Returns the values of `response_format` that ask for JSON, best first. Not every server supports the first ones.
 */
function formatsOf({ name, schema }: AnswerSchema): Body['response_format'][] {
  return [{ type: 'json_schema', json_schema: { name, strict: true, schema } }, { type: 'json_object' }, undefined];
}

async function withMetrics(call: () => Promise<string>): Promise<string> {
  const end = aiCallSeconds.startTimer();
  try {
    const answer = await call();
    end({ outcome: 'ok' });
    return answer;
  } catch (error) {
    end({ outcome: error instanceof CallFailure ? String(error.status ?? error.kind) : 'no answer' });
    throw error;
  }
}

/** Adds the tokens that an answer states to the metrics. Servers may omit them or state anything else. */
function countTokens(body: unknown): void {
  const usage = isRecord(body) && isRecord(body['usage']) ? body['usage'] : {};
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  if (Number(prompt) > 0) aiTokens.inc({ direction: 'prompt' }, Number(prompt));
  if (Number(completion) > 0) aiTokens.inc({ direction: 'completion' }, Number(completion));
}

function unreachableFailure(error: unknown): CallFailure {
  let code = '';
  for (let cause = error; types.isNativeError(cause) && code === ''; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') code = ` (${cause.code})`;
  }
  return new CallFailure(
    'not reached',
    `The AI provider could not be reached${code}. Check OPENAI_BASE_URL and the network.`,
  );
}
