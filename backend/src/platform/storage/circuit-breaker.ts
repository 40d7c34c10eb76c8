/** So many requests in a row without an answer make the storage count as silent. */
const TIMEOUTS = 2;
/** While it is silent, one request in this time is sent and shows whether it answers again. */
const PROBE_EVERY_MS = 1000;

/**
 * A circuit breaker for a server that takes connections and does not answer: otherwise each request would wait for its
 * timeout, and hold one of the few connections of a browser meanwhile. A refused connection costs no time and does not count.
 */
export class CircuitBreaker {
  private timeouts = 0;
  private probeAt = 0;

  get isSilent(): boolean {
    return this.timeouts >= TIMEOUTS;
  }

  /** Whether the next request may be sent. */
  admits(): boolean {
    if (!this.isSilent) return true;
    const now = performance.now();
    if (now < this.probeAt) return false;
    this.probeAt = now + PROBE_EVERY_MS;
    return true;
  }

  timedOut(): void {
    this.timeouts += 1;
    // Later ones were sent before the storage may have come back.
    if (this.timeouts === TIMEOUTS) this.probeAt = performance.now() + PROBE_EVERY_MS;
  }

  answered(): void {
    this.timeouts = 0;
  }
}
