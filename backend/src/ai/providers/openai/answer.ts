import { jsonIn, jsonText } from '../../json-in-text.js';
import { CallFailure } from './failure.js';
import { errorIn, isFields } from './provider-error.js';
import { isFilter, quoted, refusalOf, type Asked } from './refusal.js';
import { firstChoice, type Reply } from './reply.js';
import { jsonOf, withoutThoughts } from '../../thoughts.js';

/** Reasons to finish, as OpenAI and others name them. */
const COMPLETE = /^(?:stop|eos|eos_token|end_turn)$/iu;
const CUT = /^(?:length|max_tokens|max_output_tokens|model_length|model_context_window_exceeded)$/iu;
const FAILED = /error|insufficient_system_resource/iu;
/** Kinds of the parts of a message that hold its text; a part without one does as well. */
const TEXT_PARTS = ['text', 'output_text', undefined];

/**
 * The text that a model answered, without what it thought, from whatever an OpenAI-compatible server sends.
 * @throws CallFailure when there is none, in the provider's own words where it has any
 */
export function answerOf({ status, headers, body }: Reply, asked: Asked): string {
  const error = errorIn(body);
  const isOk = status >= 200 && status < 300;
  const choice = firstChoice(body);
  if (!isOk || (error && typeof body !== 'string')) {
    throw refusalOf(error ?? { words: '', codes: [] }, status, headers, asked);
  }
  if (choice === undefined) throw noCompletion({ status, headers, body }, asked);
  return textOf(choice, headers, asked);
}

function textOf(choice: unknown, headers: Headers, asked: Asked): string {
  const { message: whole, delta, text: legacy, finish_reason: reason } = isFields(choice) ? choice : {};
  const message = whole ?? delta ?? { content: legacy };
  const finish = typeof reason === 'string' ? reason : '';
  const { text, refusal } = contentOf(isFields(message) ? message['content'] : message);
  // What the model itself says is not quoted: it may be anything, and staff read it.
  if (refusal || (isFields(message) && isSaid(message['refusal'])) || isFilter(finish))
    throw new CallFailure('declined', '');
  if (FAILED.test(finish)) throw refusalOf({ words: '', codes: [finish] }, 200, headers, asked);
  if (CUT.test(finish) && !isWhole(text)) throw cutOff(finish);
  const answer = withoutThoughts(text);
  if (answer !== '') return answer;
  const isInThoughts = isFields(message) && text.trim() === '' && COMPLETE.test(finish);
  const answered = isInThoughts ? answerAmongThoughts(message) : '';
  if (answered !== '') return answered;
  throw new CallFailure('no answer', `The AI model answered nothing${finishedBy(finish)}. ${CHOOSE_ANOTHER}`);
}

const CHOOSE_ANOTHER = 'Choose another model with OPENAI_MODEL, or one that thinks less.';

/** The text and the refusal of a message, whose content may be a text, parts of several kinds, or an object that was parsed already. */
function contentOf(content: unknown): { text: string; refusal: string } {
  const parts = Array.isArray(content) ? (content as unknown[]) : [content];
  const texts = parts.map(textOfPart);
  const refusals = parts.map((part) => (isFields(part) && isSaid(part['refusal']) ? part['refusal'] : ''));
  return { text: texts.join(''), refusal: refusals.join('') };
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isFields(part)) return '';
  const { type, text, thought } = part;
  if (thought === true || !TEXT_PARTS.includes(type as string | undefined)) return '';
  if (typeof text === 'string') return text;
  if (isFields(text) && typeof text['value'] === 'string') return text['value'];
  return type === undefined && !('refusal' in part) ? jsonText(part) : '';
}

/**
 * The JSON object with which the thoughts end, `''` when they do not. Some servers file the whole answer under the thoughts; a
 * draft with words behind it is none.
 */
function answerAmongThoughts({ reasoning_content: content, reasoning }: Record<string, unknown>): string {
  const thoughts = [content, reasoning].filter(isSaid)[0] ?? '';
  const text = withoutThoughts(thoughts).replace(/\s*```\s*$/u, '');
  const { values, isCut } = jsonIn(text);
  return text.endsWith('}') && !isCut && values.length > 0 ? jsonText(values.at(-1)!) : '';
}

function isWhole(text: string): boolean {
  return isFields(jsonOf(text));
}

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function cutOff(finish: string): CallFailure {
  const message = `The AI model’s answer was cut off${finishedBy(finish)}. Let the server allow longer answers, or choose a model with OPENAI_MODEL that thinks less.`;
  return new CallFailure('cut off', message);
}

function finishedBy(finish: string): string {
  return /^\w{1,40}$/u.test(finish) ? ` (finish_reason ${finish})` : '';
}

/** An answer of status 200 that is no chat completion. A text may be an error that tells what is wrong. */
function noCompletion({ status, headers, body }: Reply, asked: Asked): CallFailure {
  const checkAddress = 'Check OPENAI_BASE_URL: it usually ends in /v1.';
  if (isFields(body) && 'choices' in body) {
    return new CallFailure('no answer', `The AI provider answered without a text. ${CHOOSE_ANOTHER}`);
  }
  if (typeof body !== 'string' || body.trim() === '') {
    const message = `The AI provider answered something that is not a chat completion. ${checkAddress}`;
    return new CallFailure('no answer', message);
  }
  if (/^\s*[{[]/u.test(body)) return new CallFailure('no answer', 'The AI provider sent broken JSON.');
  if (/^(?:data|event):/u.test(body))
    return new CallFailure('no answer', 'The AI provider broke off its stream of events.');
  const stated = errorIn(body)!;
  const failure = refusalOf(stated, status, headers, asked);
  if (failure.kind === 'declined' || failure.refusesFormat) return failure;
  const message = `The AI provider answered with a text that is not a chat completion${quoted(stated.words, asked.secret)}. ${checkAddress}`;
  return new CallFailure('no answer', message, { retryAfterMs: failure.retryAfterMs });
}
