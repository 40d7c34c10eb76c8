import type { Logger } from '@nestjs/common';
import { ThrottledLogger } from '../logging/throttled-logger.js';

/**
 * Renews a lease every `everyMs` until the returned function is called. A failed renewal is logged, and retried at
 * the next interval.
 * @param what what is leased, for the log: "run 4f2…"
 */
export function renewRegularly(
  renew: () => Promise<void>,
  { everyMs, what, logger }: { everyMs: number; what: string; logger: Logger },
): () => void {
  const log = new ThrottledLogger(logger);
  const next = `which is tried again in ${everyMs} ms`;
  const renewal = setInterval(() => {
    renew().catch((error: unknown) => log.warn(`Failed to renew the lease of ${what}, ${next}: ${String(error)}`));
  }, everyMs).unref();
  return () => clearInterval(renewal);
}
