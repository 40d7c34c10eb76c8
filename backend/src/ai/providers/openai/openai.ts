import { setTimeout as delay } from 'node:timers/promises';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import {
  Ai,
  AiError,
  type CaptionDraft,
  type CaptionInput,
  type SuggestionDraft,
  type SuggestionInput,
  type DraftCheck,
} from '../../ai.js';
import {
  CAPTION_SCHEMA,
  correctionMessages,
  readCaption,
  readSection,
  sectionSchema,
  type AnswerSchema,
} from '../../prompts/answers.js';
import { captionMessages } from '../../prompts/caption.prompt.js';
import { suggestionMessages } from '../../prompts/suggestion.prompt.js';
import { checkCaption } from '../../validation/captions.js';
import { suggestionChecks } from '../../validation/suggestions.js';
import { Chat, type ChatOptions } from './chat.js';
import { CallFailure } from './failure.js';

/**
 * Maximum number of times that one draft asks the model, corrections and retries together. Until the server has
 * accepted an answer format, asking once takes up to three HTTP calls (`chat.ts`).
 */
export const CALLS_PER_DRAFT = 4;
/** Maximum number of problems that one correction or one error lists. */
const PROBLEMS_MAX = 30;
/** The wait after call n is half to all of this times 2^(n-1), or `Retry-After` plus jitter. */
const RETRY_BASE_MS = 1000;

export interface OpenAiOptions extends ChatOptions {
  retryBaseMs?: number;
}

/** A text that the model has to write. */
interface Task<T> {
  /** `caption` or `suggestion`, for messages to staff. */
  textKind: string;
  request: ChatCompletionMessageParam[];
  schema: AnswerSchema;
  check(answer: string): DraftCheck<T>;
  /** The sentence for staff when the model declines. */
  declined: string;
  /** The kind of model that this needs, for an error message about OPENAI_MODEL. */
  modelKind: string;
}

/** Drafts captions and suggestions with OpenAI, or any server with an API compatible with its chat completions. */
export class OpenAiProvider extends Ai {
  private readonly chat: Chat;

  constructor(private readonly options: OpenAiOptions) {
    super();
    this.chat = new Chat(options);
  }

  async draftCaption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    const task = {
      textKind: 'caption',
      request: captionMessages(input),
      schema: CAPTION_SCHEMA,
      check: (answer: string) => {
        const read = readCaption(answer);
        return 'problems' in read ? read : checkCaption(read.content, input);
      },
      declined: 'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
      modelKind: 'a model that accepts pictures',
    };
    return { caption: await this.draft(task, signal), provider: this.options.openai.model };
  }

  async draftSuggestion(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft> {
    const { section } = input;
    const task = {
      textKind: 'suggestion',
      request: suggestionMessages(input),
      schema: sectionSchema(section),
      check: (answer: string) => {
        const read = readSection(answer, section);
        return 'problems' in read ? read : suggestionChecks(input)(section, read.content);
      },
      declined: 'The AI model declined to write this section. Write it by hand, or change the record and regenerate.',
      modelKind: 'a chat model that takes long texts',
    };
    return { suggestion: await this.draft(task, signal), provider: this.options.openai.model };
  }

  /**
   * Asks until an answer is usable. The model is asked once to correct an answer with problems. If that does not
   * help, or a call fails, the request is repeated.
   */
  private async draft<T>(task: Task<T>, signal: AbortSignal): Promise<T> {
    let correction: ChatCompletionMessageParam[] = [];
    for (let call = 1; ; call += 1) {
      const mayCorrect = correction.length === 0 && call < CALLS_PER_DRAFT;
      const answer = await this.askModel(task, correction, signal);
      if (answer instanceof CallFailure) {
        await this.waitOrGiveUp(answer, call, signal);
        continue;
      }
      const { problems, usable, unusableReason } = task.check(answer);
      if (problems.length > 0 && mayCorrect) {
        correction = correctionMessages(answer, problems.slice(0, PROBLEMS_MAX));
        continue;
      }
      if (usable !== null) return usable;
      if (unusableReason) throw new AiError(unusableReason, { code: 'NOTHING_TO_WRITE' });
      correction = [];
      await this.waitOrGiveUp(unusableAnswer(task.textKind, problems.slice(0, PROBLEMS_MAX)), call, signal);
    }
  }

  /**
   * Returns the model's answer, or the failure of the call.
   * @throws AiError when the model declines, the signal's reason when it is aborted
   */
  private async askModel<T>(
    { request, schema, declined, modelKind }: Task<T>,
    correction: ChatCompletionMessageParam[],
    signal: AbortSignal,
  ): Promise<string | CallFailure> {
    try {
      return await this.chat.complete([...request, ...correction], { schema, modelKind }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      if (error.kind !== 'declined') return error;
      throw new AiError(declined, { code: 'NOTHING_TO_WRITE', detail: error.message, cause: error });
    }
  }

  /**
   * Waits until the next call may be made.
   * @throws AiError when no further call is made, the signal's reason when it is aborted
   */
  private async waitOrGiveUp(failure: CallFailure, call: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!failure.isTransient || call === CALLS_PER_DRAFT) {
      throw new AiError(failure.advice, { detail: failure.message, cause: failure });
    }
    await backOff(failure, call, this.options.retryBaseMs ?? RETRY_BASE_MS, signal);
  }
}

/** Returns the failure for an unusable answer. It quotes nothing of the answer, which may contain anything. */
function unusableAnswer(textKind: string, problems: string[]): CallFailure {
  const unquoted = problems.map((problem) => problem.replace(/“.*”\s*/su, ''));
  return new CallFailure(
    'no answer',
    `The AI model gave no usable ${textKind}: ${unquoted.join(' ')} Choose a more capable model with OPENAI_MODEL.`,
    { advice: `The AI model gave no usable ${textKind}. Try again, or write it by hand.` },
  );
}

/** Waits, exponentially longer with each call. The jitter spreads the retries of workers that failed together. */
async function backOff(failure: CallFailure, call: number, baseMs: number, signal: AbortSignal): Promise<void> {
  const backoff = baseMs * 2 ** (call - 1);
  const waitMs = Math.max(failure.retryAfterMs, backoff / 2) + (Math.random() * backoff) / 2;
  await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}
