import { isRecord } from './provider-error.js';
import { parseJson } from '../../thoughts.js';

/** An HTTP response whose body was read. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

/**
 * Parses the body of a response. JSON is unwrapped if it is in a JSON string, alone in a list, or one level within
 * another object. Some servers stream although no stream was requested: the events or lines of JSON are combined to
 * one completion. Any other text is returned as it is.
 */
export function parseBody(text: string): unknown {
  const json = parseJson(text);
  if (json !== undefined) return unwrap(json);
  return parseStream(text) ?? text;
}

function unwrap(json: unknown): unknown {
  if (typeof json === 'string') return parseJson(json) === undefined ? json : unwrap(parseJson(json));
  if (Array.isArray(json)) return json.length === 1 ? unwrap(json[0]) : json;
  if (!isRecord(json) || 'choices' in json) return json;
  return Object.values(json).find((value) => isRecord(value) && Array.isArray(value['choices'])) ?? json;
}

/** Combines the events of a stream to one completion; `null` when there are no events, or the stream is cut off. */
function parseStream(text: string): unknown {
  const lines = text.split(/\r\n|\r|\n/u).filter((line) => /^(?:data:|\{)/u.test(line));
  const data = lines.map((line) => line.replace(/^data:/u, '').trim());
  const events = data.map(parseJson).filter(isRecord);
  const failed = events.find((event) => event['error']);
  if (failed) return failed;
  const choices = events.map(firstChoice).filter(isRecord);
  const finish = choices.findLast((choice) => choice['finish_reason'])?.['finish_reason'];
  if (choices.length === 0 || (!finish && data.at(-1) !== '[DONE]')) return null;
  const messages = choices.map(({ delta, message }) => delta ?? message).filter(isRecord);
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

/** Returns the first choice of a completion; `undefined` when it has none. */
export function firstChoice(body: unknown): unknown {
  const choices = isRecord(body) ? body['choices'] : undefined;
  return Array.isArray(choices) ? choices[0] : undefined;
}
