import type { BrowserMessages, MessageRefusal } from '../contract/events.js';

const MESSAGES: string[] = ['watch', 'missed'] satisfies (keyof BrowserMessages)[];

/** Refuses a message that there is not, in its acknowledgement. */
export function refuseUnknown(message: unknown, ...rest: unknown[]): void {
  const acknowledge = rest.at(-1);
  if (MESSAGES.includes(String(message)) || typeof acknowledge !== 'function') return;
  const error = `There is no message "${String(message).slice(0, 100)}"; this connection takes ${MESSAGES.join(' and ')}.`;
  (acknowledge as (answer: MessageRefusal) => void)({ ok: false, error });
}
