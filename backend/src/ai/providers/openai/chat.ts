import OpenAI, { APIError } from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Config } from '../../../config.js';
import { underSignals } from '../../../platform/async/end-early.js';
import { aiCallSeconds, aiTokens } from '../../../platform/metrics/metrics.js';
import { AiError } from '../../ai.js';
import type { AnswerSchema } from '../../prompts/answers.js';
import { boundedFetch } from './bounded-fetch.js';
import type { CallGate } from './call-gate.js';
import { ADVICE_FOR_STAFF, CallFailure, refusesFormat } from './failure.js';

const OPENAI_URL = 'https://api.openai.com/v1';

type Format = ChatCompletionCreateParamsNonStreaming['response_format'];

export interface ChatOptions {
  openai: NonNullable<Config['openai']>;
  /** Deadline of one call, its whole answer included. */
  timeoutMs: number;
  /** Delays each call until the limit per minute allows it. */
  gate?: CallGate | undefined;
}

/** Asks an OpenAI-compatible server, each time in the best answer format that it has not refused yet. */
export class Chat {
  private readonly sdk: OpenAI;
  /** Index in `formatsOf`: the best format that was not refused so far. */
  private formatIndex = 0;

  constructor(private readonly options: ChatOptions) {
    this.sdk = new OpenAI({
      apiKey: options.openai.apiKey,
      baseURL: options.openai.baseUrl ?? OPENAI_URL,
      // All settings come from our configuration, none from variables that the package would read by itself.
      adminAPIKey: null,
      organization: null,
      project: null,
      logLevel: 'off',
      // The SDK's retries and timeout stop once headers arrive; ours also cover a hanging or broken body.
      maxRetries: 0,
      timeout: options.timeoutMs,
      fetch: boundedFetch,
    });
  }

  /**
   * The text that the model answers.
   * @param declined the sentence for staff when the model declines
   * @throws AiError when it declines, CallFailure or what the package throws when the call fails
   */
  async complete(
    messages: ChatCompletionMessageParam[],
    schema: AnswerSchema,
    declined: string,
    signal: AbortSignal,
  ): Promise<string> {
    const formats = formatsOf(schema);
    for (let index = this.formatIndex; ; index += 1) {
      try {
        const completion = await this.call(messages, formats[index], signal);
        this.formatIndex = Math.max(this.formatIndex, index);
        return textOf(completion, declined);
      } catch (error) {
        if (!refusesFormat(error) || index === formats.length - 1) throw error;
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
      const body = { model: openai.model, messages, ...(format && { response_format: format }) };
      // The package never removes its listener from a signal, so each call gets a signal of its own.
      return await underSignals([signal, deadline], (callSignal) =>
        measured(() => this.sdk.chat.completions.create(body, { signal: callSignal })),
      );
    } catch (error) {
      if (signal.aborted || !deadline.aborted) throw error;
      const message = `The AI provider did not answer within ${timeoutMs / 1000} seconds. Allow it more with AI_TIMEOUT_MS.`;
      throw new CallFailure(message, 'transient', ADVICE_FOR_STAFF['not in time']);
    }
  }
}

async function measured(call: () => Promise<OpenAI.ChatCompletion>): Promise<OpenAI.ChatCompletion> {
  const end = aiCallSeconds.startTimer();
  try {
    const completion = await call();
    end({ outcome: 'ok' });
    // The package passes on any JSON: `usage` may be missing, or be no number.
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

/** The package passes on any JSON or text, so that nothing of its type is certain. */
function textOf(completion: Partial<OpenAI.ChatCompletion> | string | null | undefined, declined: string): string {
  const choice = typeof completion === 'object' ? completion?.choices?.[0] : undefined;
  if (!choice?.message) {
    const message =
      'The AI provider answered something that is not a chat completion. Check OPENAI_BASE_URL: it usually ends in /v1.';
    throw new CallFailure(message, 'transient', ADVICE_FOR_STAFF['no answer']);
  }
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    throw new AiError(declined, { code: 'NOTHING_TO_WRITE' });
  }
  return choice.message.content ?? '';
}
