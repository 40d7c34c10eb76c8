import { Logger } from '@nestjs/common';
import { CalmLog } from './calm-log.js';

/**
 * Work that is repeated again and again: a round that begins while one is under way is left out, and one that fails is told
 * in the log and never thrown.
 */
export function oneAtATime(name: string, round: () => Promise<unknown>): () => Promise<void> {
  const log = new CalmLog(new Logger(name));
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await round();
    } catch (error) {
      log.warn(`The sweep failed and will be repeated: ${String(error)}`);
    } finally {
      isBusy = false;
    }
  };
}
