import { OperatorError } from './operator-error.js';

/** The message that a process of `npm start` sends to its supervisor if a restart would fail in the same way. */
const FAILED = { type: 'failed' };

/** Thrown for a failure that a child process has printed already. */
export class ReportedFailure extends OperatorError {}

/**
 * Prints why this process cannot go on, and exits with 1. For an `OperatorError` prints one line, and asks the
 * supervisor not to restart the process.
 */
export function endWithFailure(reason: unknown): void {
  console.error(reason);
  if (typeof reason === 'string' && process.send) process.send(FAILED, () => process.exit(1));
  else process.exit(1);
}

/** Whether a message of a child process asks not to restart it. */
export function isFailure(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === FAILED.type;
}
