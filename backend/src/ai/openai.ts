import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Config } from '../config.js';
import {
  Ai,
  AiError,
  type Caption,
  type CaptionDraft,
  type CaptionInput,
  type SuggestionDraft,
  type SuggestionInput,
} from './ai.js';
import type { CallGate } from './call-gate.js';
import { captionMessages, correctionMessages } from './caption.prompt.js';
import { CAPTION_SCHEMA_NAME, captionJsonSchema, judgeCaption } from './caption.rules.js';
import { wait } from './wait.js';
import { CallFailure, failureOf, refusesFormat } from './openai.failure.js';

/** Calls that one caption may cost at most, corrections and retries together. */
export const CALLS_PER_CAPTION = 4;
/** Wait before the first retry; each further one doubles it. */
export const RETRY_BASE_MS = 1000;

const OPENAI_URL = 'https://api.openai.com/v1';

type Format = ChatCompletionCreateParamsNonStreaming['response_format'];

/** Ways to ask for JSON, best first; not every compatible server knows the first ones. */
const FORMATS: Format[] = [
  { type: 'json_schema', json_schema: { name: CAPTION_SCHEMA_NAME, strict: true, schema: captionJsonSchema() } },
  { type: 'json_object' },
  undefined,
];

export interface OpenAiOptions {
  openai: NonNullable<Config['openai']>;
  /** Deadline of one call, its whole answer included. */
  timeoutMs: number;
  /** Passed before each call. */
  gate?: CallGate | undefined;
  retryBaseMs?: number;
}

/** Drafts captions with OpenAI, or any server that speaks its chat completions. */
export class OpenAiProvider extends Ai {
  private readonly client: OpenAI;
  /** Place in FORMATS of the first form that the server was not seen to refuse. */
  private format = 0;

  constructor(private readonly options: OpenAiOptions) {
    super();
    this.client = new OpenAI({
      apiKey: options.openai.apiKey,
      baseURL: options.openai.baseUrl ?? OPENAI_URL,
      // All settings come from our configuration, none from variables that the client would read by itself.
      adminAPIKey: null,
      organization: null,
      project: null,
      logLevel: 'off',
      // Retries and deadline are ours: they cover a broken answer and a hanging body too.
      maxRetries: 0,
      timeout: options.timeoutMs,
    });
  }

  async caption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    const request = captionMessages(input);
    let correction: ChatCompletionMessageParam[] = [];
    for (let call = 1; ; call += 1) {
      try {
        const answer = await this.complete([...request, ...correction], signal);
        const { problems, fitted } = judgeCaption(answer, input.client);
        const corrected = correction.length > 0 || call === CALLS_PER_CAPTION;
        if (fitted && (!problems.length || corrected)) return this.draft(fitted);
        correction = corrected ? [] : correctionMessages(answer, problems);
        if (corrected) throw broken(problems);
      } catch (error) {
        await this.waitOrGiveUp(error, call, signal);
      }
    }
  }

  suggest({ section }: SuggestionInput): Promise<SuggestionDraft> {
    return Promise.reject(new AiError(`This provider does not know the section ${section} yet.`));
  }

  private draft(caption: Caption): CaptionDraft {
    return { caption, provider: this.options.openai.model };
  }

  /** Returns when the next call may be made; throws when there is none. */
  private async waitOrGiveUp(error: unknown, call: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const failure = failureOf(error, this.options.openai.apiKey);
    if (!failure) throw error;
    if (failure.kind === 'permanent' || call === CALLS_PER_CAPTION)
      throw new AiError(failure.message, { cause: error });
    await wait(waitMs(failure, call, this.options.retryBaseMs ?? RETRY_BASE_MS), signal);
  }

  private async complete(messages: ChatCompletionMessageParam[], signal: AbortSignal): Promise<string> {
    for (let format = this.format; ; format += 1) {
      try {
        const answer = await this.call(messages, FORMATS[format], signal);
        this.format = Math.max(this.format, format);
        return answer;
      } catch (error) {
        if (!refusesFormat(error) || format === FORMATS.length - 1) throw error;
      }
    }
  }

  private async call(messages: ChatCompletionMessageParam[], format: Format, signal: AbortSignal): Promise<string> {
    await this.options.gate?.pass(signal);
    const { openai, timeoutMs } = this.options;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const completion = await this.client.chat.completions.create(
        { model: openai.model, messages, ...(format && { response_format: format }) },
        { signal: AbortSignal.any([signal, deadline]) },
      );
      return textOf(completion);
    } catch (error) {
      if (!deadline.aborted) throw error;
      throw new CallFailure(
        `The AI provider did not answer within ${timeoutMs / 1000} seconds. Try again, or allow it more with AI_TIMEOUT_MS.`,
        'transient',
      );
    }
  }
}

/** The client hands on whatever JSON or text came, so that nothing of its type is certain. */
function textOf(completion: Partial<OpenAI.ChatCompletion> | string | null | undefined): string {
  const choice = typeof completion === 'object' ? completion?.choices?.[0] : undefined;
  if (!choice?.message) {
    throw new CallFailure(
      'The AI provider answered something that is not a chat completion. Check OPENAI_BASE_URL: it usually ends in /v1.',
      'transient',
    );
  }
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    throw new CallFailure(
      'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
      'permanent',
    );
  }
  return choice.message.content ?? '';
}

function broken(problems: string[]): CallFailure {
  return new CallFailure(
    `The AI model gave no usable caption: ${problems.join(' ')} Try again, or choose a more capable model with OPENAI_MODEL.`,
    'transient',
  );
}

/** Exponential backoff; the jitter keeps workers apart that failed together. */
function waitMs(failure: CallFailure, call: number, baseMs: number): number {
  const backoff = baseMs * 2 ** (call - 1);
  return Math.max(failure.retryAfterMs, backoff / 2) + (Math.random() * backoff) / 2;
}
