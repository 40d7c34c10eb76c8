import { messageOf } from '../platform/operator-error.js';
import { sanitizeSentence } from '../platform/sanitize-text.js';

/** Returns why a request to the provider failed, for operators: the error with up to three causes, in one line. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let each: unknown = error; each instanceof Error && messages.length < 4; each = each.cause) {
    const code = 'code' in each && typeof each.code === 'string' ? ` [${each.code}]` : '';
    messages.push(`${messageOf(each)}${code}`);
  }
  return sanitizeSentence(messages.length > 0 ? messages.join(': ') : messageOf(error));
}
