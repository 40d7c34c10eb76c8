import type { FakeReply } from './fake-ai.js';

/** A completion with this message; `more` stands beside it in the choice. */
export function choice(message: unknown, more: object = {}): FakeReply {
  return { body: { choices: [{ index: 0, finish_reason: 'stop', message, ...more }], usage: null } };
}

/** A completion whose message has this content. */
export function content(text: unknown, more: object = {}): FakeReply {
  return choice({ role: 'assistant', content: text }, more);
}

/** A stream of server-sent events, one per object or text. */
export function stream(...events: unknown[]): FakeReply {
  const data = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  return { headers: { 'content-type': 'text/event-stream' }, body: `: PROCESSING\n\n${data.join('')}` };
}

/** An event of a stream that adds this content. */
export function delta(text: unknown, finish: string | null = null): unknown {
  return { choices: [{ index: 0, delta: { content: text }, finish_reason: finish }] };
}

/** An answer of this status with any body. */
export function refused(status: number, body: unknown, type = 'application/json'): FakeReply {
  return { status, headers: { 'content-type': type }, body };
}
