import { isFields } from './provider-error.js';
import { jsonOf } from '../../thoughts.js';

/** An answer over HTTP, its body read. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text where it is none. */
  body: unknown;
}

/**
 * The body of an answer: JSON, also in a JSON text, alone in a list, or one level within another object; a stream that nobody
 * asked for, as events or as lines of JSON, put together; otherwise the text as it is.
 */
export function bodyOf(text: string): unknown {
  const json = jsonOf(text);
  if (json !== undefined) return unwrapped(json);
  return streamed(text) ?? text;
}

function unwrapped(json: unknown): unknown {
  if (typeof json === 'string') return jsonOf(json) === undefined ? json : unwrapped(jsonOf(json));
  if (Array.isArray(json)) return json.length === 1 ? unwrapped(json[0]) : json;
  if (!isFields(json) || 'choices' in json) return json;
  return Object.values(json).find((value) => isFields(value) && Array.isArray(value['choices'])) ?? json;
}

/** The completion that the events of a stream make together; `null` when they are none, or end before their end. */
function streamed(text: string): unknown {
  const lines = text.split(/\r\n|\r|\n/u).filter((line) => /^(?:data:|\{)/u.test(line));
  const data = lines.map((line) => line.replace(/^data:/u, '').trim());
  const events = data.map(jsonOf).filter(isFields);
  const failed = events.find((event) => event['error']);
  if (failed) return failed;
  const choices = events.map(firstChoice).filter(isFields);
  const finish = choices.findLast((choice) => choice['finish_reason'])?.['finish_reason'];
  if (choices.length === 0 || (!finish && data.at(-1) !== '[DONE]')) return null;
  const messages = choices.map(({ delta, message }) => delta ?? message).filter(isFields);
  const texts = (key: string) => messages.map((message) => message[key]).filter((part) => typeof part === 'string');
  const message = {
    content: messages.flatMap(({ content }) => content ?? []),
    refusal: texts('refusal').join(''),
    reasoning_content: texts('reasoning_content').join('') || texts('reasoning').join(''),
  };
  const error = choices.find((choice) => choice['error'])?.['error'];
  const usage = events.findLast((event) => event['usage'])?.['usage'];
  return { choices: [{ message, finish_reason: finish, error }], usage };
}

/** The first choice of a completion, `undefined` when it has none. */
export function firstChoice(body: unknown): unknown {
  const choices = isFields(body) ? body['choices'] : undefined;
  return Array.isArray(choices) ? choices[0] : undefined;
}
