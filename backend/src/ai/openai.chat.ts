import OpenAI, { APIError } from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { underSignals } from '../common/under-signals.js';
import type { Config } from '../config.js';
import { aiCallSeconds, aiTokens } from '../metrics/metrics.js';
import { AiError } from './ai.js';
import { boundedFetch } from './bounded-fetch.js';
import type { CallGate } from './call-gate.js';
import { ADVICE_FOR_STAFF, CallFailure, refusesFormat } from './openai.failure.js';

const OPENAI_URL = 'https://api.openai.com/v1';

type Format = ChatCompletionCreateParamsNonStreaming['response_format'];

export interface ChatOptions {
  openai: NonNullable<Config['openai']>;
  /** Deadline of one call, its whole answer included. */
  timeoutMs: number;
  /** Passed before each call. */
  gate?: CallGate | undefined;
}

/** The form in which an answer is asked for. */
export interface AnswerSchema {
  name: string;
  schema: Record<string, unknown>;
}

/** One question after the other to an OpenAI-compatible server, each in the best form that the server was not seen to refuse. */
export class Chat {
  private readonly client: OpenAI;
  /** Place in `formatsOf` of that form. */
  private format = 0;

  constructor(private readonly options: ChatOptions) {
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
      fetch: boundedFetch,
    });
  }

  /**
   * The text that the model answers.
   * @param declined what staff are told when the model declines
   * @throws AiError when it does, CallFailure or what the client throws when the call fails
   */
  async complete(
    messages: ChatCompletionMessageParam[],
    schema: AnswerSchema,
    declined: string,
    signal: AbortSignal,
  ): Promise<string> {
    const formats = formatsOf(schema);
    for (let format = this.format; ; format += 1) {
      try {
        const completion = await this.call(messages, formats[format], signal);
        this.format = Math.max(this.format, format);
        return textOf(completion, declined);
      } catch (error) {
        if (!refusesFormat(error) || format === formats.length - 1) throw error;
      }
    }
  }

  private async call(
    messages: ChatCompletionMessageParam[],
    format: Format,
    signal: AbortSignal,
  ): Promise<Partial<OpenAI.ChatCompletion>> {
    await this.options.gate?.pass(signal);
    const { openai, timeoutMs } = this.options;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const question = { model: openai.model, messages, ...(format && { response_format: format }) };
      // The client listens to its signal and never stops to.
      return await underSignals([signal, deadline], (either) =>
        measuredCall(() => this.client.chat.completions.create(question, { signal: either })),
      );
    } catch (error) {
      if (!deadline.aborted) throw error;
      throw new CallFailure(
        `The AI provider did not answer within ${timeoutMs / 1000} seconds. Allow it more with AI_TIMEOUT_MS.`,
        'transient',
        ADVICE_FOR_STAFF['not in time'],
      );
    }
  }
}

async function measuredCall(call: () => Promise<OpenAI.ChatCompletion>): Promise<OpenAI.ChatCompletion> {
  const end = aiCallSeconds.startTimer();
  try {
    const completion = await call();
    end({ outcome: 'ok' });
    // Whatever JSON came: `usage` may be missing, or be no number.
    const { prompt_tokens: prompt, completion_tokens: answer } = completion?.usage ?? {};
    if (Number(prompt) > 0) aiTokens.inc({ direction: 'prompt' }, Number(prompt));
    if (Number(answer) > 0) aiTokens.inc({ direction: 'completion' }, Number(answer));
    return completion;
  } catch (error) {
    end({ outcome: error instanceof APIError && error.status ? String(error.status) : 'no answer' });
    throw error;
  }
}

/** Ways to ask for JSON, best first; not every compatible server knows the first ones. */
function formatsOf({ name, schema }: AnswerSchema): Format[] {
  return [{ type: 'json_schema', json_schema: { name, strict: true, schema } }, { type: 'json_object' }, undefined];
}

/** The client hands on whatever JSON or text came, so that nothing of its type is certain. */
function textOf(completion: Partial<OpenAI.ChatCompletion> | string | null | undefined, declined: string): string {
  const choice = typeof completion === 'object' ? completion?.choices?.[0] : undefined;
  if (!choice?.message) {
    throw new CallFailure(
      'The AI provider answered something that is not a chat completion. Check OPENAI_BASE_URL: it usually ends in /v1.',
      'transient',
      ADVICE_FOR_STAFF['no answer'],
    );
  }
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    throw new AiError(declined, { code: 'NOTHING_TO_WRITE' });
  }
  return choice.message.content ?? '';
}
