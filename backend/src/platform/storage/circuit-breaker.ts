/** After this number of consecutive timeouts, the storage counts as silent. */
const TIMEOUTS = 2;
/** While the storage is silent, one request per interval is sent as a probe. */
const PROBE_EVERY_MS = 1000;

/**
 * A circuit breaker for a server that accepts connections but does not answer. Without it, each request would wait
 * for its timeout and block one of the few connections of a browser. Refused connections fail at once, and do not
 * count.
 */
export class CircuitBreaker {
  private timeouts = 0;
  private probeAt = 0;

  get isSilent(): boolean {
    return this.timeouts >= TIMEOUTS;
  }

  /** Whether the next request may be sent. While the storage is silent, `true` once per interval, for the probe. */
  tryAdmit(): boolean {
    if (!this.isSilent) return true;
    const now = performance.now();
    if (now < this.probeAt) return false;
    this.probeAt = now + PROBE_EVERY_MS;
    return true;
  }

  timedOut(): void {
    this.timeouts += 1;
    // Later timeouts are of requests that were sent before.
    if (this.timeouts === TIMEOUTS) this.probeAt = performance.now() + PROBE_EVERY_MS;
  }

  answered(): void {
    this.timeouts = 0;
  }
}
