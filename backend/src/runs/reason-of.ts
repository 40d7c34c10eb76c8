import type { Logger } from '@nestjs/common';
import { AiError } from '../ai/ai.js';
import { reason, type Reason } from './reason.js';

/** What was to be written, as a sentence begins, and where: the ids for the log. */
interface Unwritten {
  what: string;
  where: string;
  logger: Logger;
}

/** Why something was not written after this error; technical reasons and unexpected errors are logged. */
export function reasonOf(error: unknown, { what, where, logger }: Unwritten): Reason {
  if (!(error instanceof AiError)) {
    logger.error(`${what} could not be written (${where}): ${error instanceof Error ? error.stack : String(error)}`);
    return reason('INTERNAL_ERROR', `${what} could not be written, because something went wrong on our side.`);
  }
  const { code, message, detail } = error;
  if (detail) logger.warn(`${what} could not be written (${where}): ${detail}`);
  return { code, message, detail };
}
