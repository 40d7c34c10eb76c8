import { OperatorError } from './operator-error.js';

/** What a process of `npm start` sends when starting it again would end in the same way. */
const FAILED = { type: 'failed' };

/** Thrown for a failure that a child process has printed already. */
export class ReportedFailure extends OperatorError {}

/**
 * Prints why this process cannot go on, and ends it with 1. What an operator has to change is one line, and a supervisor is asked not
 * to start the process again.
 */
export function endWithFailure(reason: unknown): void {
  console.error(reason);
  if (typeof reason === 'string' && process.send) process.send(FAILED, () => process.exit(1));
  else process.exit(1);
}

/** Whether a message of a child process says that it is of no use to start it again. */
export function isFailure(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === FAILED.type;
}
