import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { Ai, AiError, type CaptionDraft, type CaptionInput, type SuggestionDraft, type SuggestionInput } from './ai.js';
import { captionMessages } from './caption.prompt.js';
import { CAPTION_SCHEMA_NAME, captionJsonSchema, judgeCaption } from './caption.rules.js';
import { correctionMessages } from './correction.prompt.js';
import { Chat, type AnswerSchema, type ChatOptions } from './openai.chat.js';
import { CallFailure, failureOf } from './openai.failure.js';
import { suggestionMessages } from './suggestions/prompt.js';
import { judgeSuggestion, suggestionSchema } from './suggestions/rules.js';
import { wait } from './wait.js';

/** Calls that one draft may cost at most, corrections and retries together. */
export const CALLS_PER_DRAFT = 4;
const CAPTION_SCHEMA = { name: CAPTION_SCHEMA_NAME, schema: captionJsonSchema() };

/** Wait before the first retry; each further one doubles it. */
export const RETRY_BASE_MS = 1000;

export interface OpenAiOptions extends ChatOptions {
  retryBaseMs?: number;
}

/** Something that a model is to write. */
interface Task<T> {
  /** What it is called in a message for staff. */
  what: string;
  request: ChatCompletionMessageParam[];
  schema: AnswerSchema;
  /** `fitted` is what remains of an answer that breaks rules; `nothing` says why there is no more to expect. */
  judge(answer: string): { problems: string[]; fitted: T | null; nothing?: string };
  /** What staff are told when the model declines. */
  declined: string;
  /** What OPENAI_MODEL must name for this. */
  model: string;
}

/** Drafts captions and suggestions with OpenAI, or any server that speaks its chat completions. */
export class OpenAiProvider extends Ai {
  private readonly chat: Chat;

  constructor(private readonly options: OpenAiOptions) {
    super();
    this.chat = new Chat(options);
  }

  async caption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    const caption = await this.draft(
      {
        what: 'caption',
        request: captionMessages(input),
        schema: CAPTION_SCHEMA,
        judge: (answer) => judgeCaption(answer, input),
        declined: 'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
        model: 'a model that accepts pictures',
      },
      signal,
    );
    return { caption, provider: this.options.openai.model };
  }

  async suggest(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft> {
    const suggestion = await this.draft(
      {
        what: 'suggestion',
        request: suggestionMessages(input),
        schema: suggestionSchema(input.section),
        judge: (answer) => judgeSuggestion(answer, input),
        declined: 'The AI model declined to write this section. Write it by hand, or change the record and regenerate.',
        model: 'a chat model that takes long texts',
      },
      signal,
    );
    return { suggestion, provider: this.options.openai.model };
  }

  private async draft<T>(task: Task<T>, signal: AbortSignal): Promise<T> {
    let correction: ChatCompletionMessageParam[] = [];
    for (let call = 1; ; call += 1) {
      try {
        const messages = [...task.request, ...correction];
        const answer = await this.chat.complete(messages, task.schema, task.declined, signal);
        const { problems, fitted, nothing } = task.judge(answer);
        const corrected = correction.length > 0 || call === CALLS_PER_DRAFT;
        if (fitted !== null && (!problems.length || corrected)) return fitted;
        if (nothing && (!problems.length || corrected)) throw new AiError(nothing, { code: 'NOTHING_TO_WRITE' });
        correction = corrected ? [] : correctionMessages(answer, problems);
        if (corrected) throw broken(task, problems);
      } catch (error) {
        await this.waitOrGiveUp(error, task, call, signal);
      }
    }
  }

  /** Returns when the next call may be made; throws when there is none. */
  private async waitOrGiveUp<T>(error: unknown, task: Task<T>, call: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const failure = failureOf(error, this.options.openai.apiKey, task.model);
    if (!failure) throw error;
    if (failure.kind === 'permanent' || call === CALLS_PER_DRAFT) {
      throw new AiError(failure.advice, { detail: failure.message, cause: error });
    }
    await wait(waitMs(failure, call, this.options.retryBaseMs ?? RETRY_BASE_MS), signal);
  }
}

function broken<T>({ what }: Task<T>, problems: string[]): CallFailure {
  return new CallFailure(
    `The AI model gave no usable ${what}: ${problems.join(' ')} Choose a more capable model with OPENAI_MODEL.`,
    'transient',
    `The AI model gave no usable ${what}. Try again, or write it by hand.`,
  );
}

/** Exponential backoff; the jitter keeps workers apart that failed together. */
function waitMs(failure: CallFailure, call: number, baseMs: number): number {
  const backoff = baseMs * 2 ** (call - 1);
  return Math.max(failure.retryAfterMs, backoff / 2) + (Math.random() * backoff) / 2;
}
