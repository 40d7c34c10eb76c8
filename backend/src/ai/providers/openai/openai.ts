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
 * How often one draft asks the model at most, corrections and retries together. Until the server has accepted an answer
 * format, asking takes up to three HTTP calls (`chat.ts`).
 */
export const CALLS_PER_DRAFT = 4;
/** Problems that one correction or one error names at most. */
const PROBLEMS_MAX = 30;
/** Base of the wait after call n: half to all of base * 2^(n-1), or `Retry-After` plus jitter. */
const RETRY_BASE_MS = 1000;

export interface OpenAiOptions extends ChatOptions {
  retryBaseMs?: number;
}

/** Something that a model is to write. */
interface Task<T> {
  /** Its name in a message for staff. */
  what: string;
  request: ChatCompletionMessageParam[];
  schema: AnswerSchema;
  check(answer: string): DraftCheck<T>;
  /** The sentence for staff when the model declines. */
  declined: string;
  /** The kind of model that OPENAI_MODEL must name for this, for an error message. */
  model: string;
}

/** Drafts captions and suggestions with OpenAI, or any server that speaks its chat completions. */
export class OpenAiProvider extends Ai {
  private readonly chat: Chat;

  constructor(private readonly options: OpenAiOptions) {
    super();
    this.chat = new Chat(options);
  }

  async draftCaption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    const task = {
      what: 'caption',
      request: captionMessages(input),
      schema: CAPTION_SCHEMA,
      check: (answer: string) => {
        const read = readCaption(answer);
        return 'problems' in read ? read : checkCaption(read.content, input);
      },
      declined: 'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
      model: 'a model that accepts pictures',
    };
    return { caption: await this.draft(task, signal), provider: this.options.openai.model };
  }

  async draftSuggestion(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft> {
    const { section } = input;
    const task = {
      what: 'suggestion',
      request: suggestionMessages(input),
      schema: sectionSchema(section),
      check: (answer: string) => {
        const read = readSection(answer, section);
        return 'problems' in read ? read : suggestionChecks(input)(section, read.content);
      },
      declined: 'The AI model declined to write this section. Write it by hand, or change the record and regenerate.',
      model: 'a chat model that takes long texts',
    };
    return { suggestion: await this.draft(task, signal), provider: this.options.openai.model };
  }

  /** Asks until an answer is usable. An answer with problems is corrected once; then, or after a failed call, it asks again. */
  private async draft<T>(task: Task<T>, signal: AbortSignal): Promise<T> {
    let correction: ChatCompletionMessageParam[] = [];
    for (let call = 1; ; call += 1) {
      const mayCorrect = correction.length === 0 && call < CALLS_PER_DRAFT;
      const answer = await this.ask(task, correction, signal);
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
      await this.waitOrGiveUp(unusableAnswer(task.what, problems.slice(0, PROBLEMS_MAX)), call, signal);
    }
  }

  /**
   * The model's answer, or why the call failed.
   * @throws AiError when the model declines, the signal's reason when it is aborted
   */
  private async ask<T>(
    { request, schema, declined, model }: Task<T>,
    correction: ChatCompletionMessageParam[],
    signal: AbortSignal,
  ): Promise<string | CallFailure> {
    try {
      return await this.chat.complete([...request, ...correction], { schema, model }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      if (error.kind !== 'declined') return error;
      throw new AiError(declined, { code: 'NOTHING_TO_WRITE', detail: error.message, cause: error });
    }
  }

  /**
   * Returns when the next call may be made.
   * @throws AiError when there is none, the signal's reason when it is aborted
   */
  private async waitOrGiveUp(failure: CallFailure, call: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!failure.isTransient || call === CALLS_PER_DRAFT) {
      throw new AiError(failure.advice, { detail: failure.message, cause: failure });
    }
    await backOff(failure, call, this.options.retryBaseMs ?? RETRY_BASE_MS, signal);
  }
}

/** Quotes nothing of the answer, which may hold anything: staff read the details. */
function unusableAnswer(what: string, problems: string[]): CallFailure {
  const unquoted = problems.map((problem) => problem.replace(/“.*”\s*/su, ''));
  return new CallFailure(
    'no answer',
    `The AI model gave no usable ${what}: ${unquoted.join(' ')} Choose a more capable model with OPENAI_MODEL.`,
    { advice: `The AI model gave no usable ${what}. Try again, or write it by hand.` },
  );
}

/** Waits exponentially longer from call to call; the jitter keeps workers apart that failed together. */
async function backOff(failure: CallFailure, call: number, baseMs: number, signal: AbortSignal): Promise<void> {
  const backoff = baseMs * 2 ** (call - 1);
  const waitMs = Math.max(failure.retryAfterMs, backoff / 2) + (Math.random() * backoff) / 2;
  await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}
