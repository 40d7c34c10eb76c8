import { findJson, toJson } from '../../json-in-text.js';
import { CallFailure } from './failure.js';
import { findError, isRecord } from './provider-error.js';
import { isFilterCode, quoteProvider, failureOf, type CallContext } from './refusal.js';
import { firstChoice, type Reply } from './reply.js';
import { parseJson, withoutThoughts } from '../../thoughts.js';

/** Values of `finish_reason`, as OpenAI and other providers name them. */
const COMPLETE = /^(?:stop|eos|eos_token|end_turn)$/iu;
const CUT = /^(?:length|max_tokens|max_output_tokens|model_length|model_context_window_exceeded)$/iu;
const FAILED = /error|insufficient_system_resource/iu;
/** Values of `type` of the parts that hold a message's text; a part without a type holds text too. */
const TEXT_PARTS = ['text', 'output_text', undefined];

/**
 * Returns the text of a model's answer without its reasoning. Accepts the different forms that OpenAI-compatible
 * servers send.
 * @throws CallFailure when there is no answer; its message quotes the provider's error, if it sent one
 */
export function readAnswer({ status, headers, body }: Reply, context: CallContext): string {
  const error = findError(body);
  const isOk = status >= 200 && status < 300;
  const choice = firstChoice(body);
  if (!isOk || (error && typeof body !== 'string')) {
    throw failureOf(error ?? { message: '', codes: [] }, status, headers, context);
  }
  if (choice === undefined) throw noCompletion({ status, headers, body }, context);
  return readChoice(choice, headers, context);
}

function readChoice(choice: unknown, headers: Headers, context: CallContext): string {
  const { message: fullMessage, delta, text: legacy, finish_reason: reason } = isRecord(choice) ? choice : {};
  const message = fullMessage ?? delta ?? { content: legacy };
  const finish = typeof reason === 'string' ? reason : '';
  const { text, refusal } = readContent(isRecord(message) ? message['content'] : message);
  // The model's refusal is not quoted, because it may contain anything and staff would read it.
  if (refusal || (isRecord(message) && isText(message['refusal'])) || isFilterCode(finish))
    throw new CallFailure('declined', '');
  if (FAILED.test(finish)) throw failureOf({ message: '', codes: [finish] }, 200, headers, context);
  if (CUT.test(finish) && !isCompleteJson(text)) throw cutOff(finish);
  const answer = withoutThoughts(text);
  if (answer !== '') return answer;
  const isInThoughts = isRecord(message) && text.trim() === '' && COMPLETE.test(finish);
  const answered = isInThoughts ? answerAmongThoughts(message) : '';
  if (answered !== '') return answered;
  throw new CallFailure('no answer', `The AI model answered nothing${finishReasonNote(finish)}. ${CHOOSE_ANOTHER}`);
}

const CHOOSE_ANOTHER = 'Choose another model with OPENAI_MODEL, or one that thinks less.';

/**
 * Returns the text and the refusal of a message. Its content may be a text, a list of parts, or an object that the
 * server has parsed already.
 */
function readContent(content: unknown): { text: string; refusal: string } {
  const parts = Array.isArray(content) ? (content as unknown[]) : [content];
  const texts = parts.map(readPart);
  const refusals = parts.map((part) => (isRecord(part) && isText(part['refusal']) ? part['refusal'] : ''));
  return { text: texts.join(''), refusal: refusals.join('') };
}

function readPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  const { type, text, thought } = part;
  if (thought === true || !TEXT_PARTS.includes(type as string | undefined)) return '';
  if (typeof text === 'string') return text;
  if (isRecord(text) && typeof text['value'] === 'string') return text['value'];
  return type === undefined && !('refusal' in part) ? toJson(part) : '';
}

/**
 * Returns the JSON object at the very end of the reasoning; `''` if it does not end with one. Some servers put the
 * whole answer into the reasoning. JSON that is followed by words is only a draft.
 */
function answerAmongThoughts({ reasoning_content: content, reasoning }: Record<string, unknown>): string {
  const thoughts = [content, reasoning].filter(isText)[0] ?? '';
  const text = withoutThoughts(thoughts).replace(/\s*```\s*$/u, '');
  const { values, isCut } = findJson(text);
  return text.endsWith('}') && !isCut && values.length > 0 ? toJson(values.at(-1)!) : '';
}

function isCompleteJson(text: string): boolean {
  return isRecord(parseJson(text));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function cutOff(finish: string): CallFailure {
  const message = `The AI model’s answer was cut off${finishReasonNote(finish)}. Let the server allow longer answers, or choose a model with OPENAI_MODEL that thinks less.`;
  return new CallFailure('cut off', message);
}

function finishReasonNote(finish: string): string {
  return /^\w{1,40}$/u.test(finish) ? ` (finish_reason ${finish})` : '';
}

/**
 * Returns the failure for an answer of status 2xx that is no chat completion. If it is a text, that may be an error.
 */
function noCompletion({ status, headers, body }: Reply, context: CallContext): CallFailure {
  const checkAddress = 'Check OPENAI_BASE_URL: it usually ends in /v1.';
  if (isRecord(body) && 'choices' in body) {
    return new CallFailure('no answer', `The AI provider answered without a text. ${CHOOSE_ANOTHER}`);
  }
  if (typeof body !== 'string' || body.trim() === '') {
    const message = `The AI provider answered something that is not a chat completion. ${checkAddress}`;
    return new CallFailure('no answer', message);
  }
  if (/^\s*[{[]/u.test(body)) return new CallFailure('no answer', 'The AI provider sent broken JSON.');
  if (/^(?:data|event):/u.test(body))
    return new CallFailure('no answer', 'The AI provider broke off its stream of events.');
  const stated = findError(body)!;
  const failure = failureOf(stated, status, headers, context);
  if (failure.kind === 'declined' || failure.refusesFormat) return failure;
  const message = `The AI provider answered with a text that is not a chat completion${quoteProvider(stated.message, context.secret)}. ${checkAddress}`;
  return new CallFailure('no answer', message, { retryAfterMs: failure.retryAfterMs });
}
