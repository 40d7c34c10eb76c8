import { lookup as systemLookup } from 'node:dns';
import type { WebsiteText } from '../ai/ai.js';
import { underSignals } from '../platform/async/end-early.js';
import type { Proxies } from '../platform/http/proxies.js';
import { fetchPage } from './fetch-page.js';
import { AddressPolicy, WebsiteError, type Lookup } from './address-policy.js';

/** Time limit for reading a website, including redirects. */
const TIME_LIMIT_MS = 10_000;

export interface WebsiteReaderOptions {
  /** `host:port` pairs that may be read although private, or on another port. */
  exceptions?: string[];
  /** Finds the addresses of a name; the system's lookup unless given. */
  lookup?: Lookup;
  timeLimitMs?: number;
  /** Proxies that lead to websites. */
  proxies?: Proxies;
}

/** Reads the text of clients' websites, from the public internet only: private addresses are refused. */
export class WebsiteReader {
  readonly timeLimitMs: number;
  private readonly policy: AddressPolicy;

  constructor(options: WebsiteReaderOptions = {}) {
    const { exceptions = [], lookup = systemLookup, timeLimitMs = TIME_LIMIT_MS, proxies } = options;
    this.timeLimitMs = timeLimitMs;
    this.policy = new AddressPolicy(lookup, exceptions, proxies);
  }

  /**
   * Reads one page of a website.
   * @param signal aborts the reading; its reason is thrown
   * @throws WebsiteError when the website cannot be read, is not allowed, or takes longer than the time limit
   */
  async read(url: string, signal: AbortSignal): Promise<WebsiteText> {
    signal.throwIfAborted();
    const timeLimit = new AbortController();
    const tooSlow = new WebsiteError(`reading it took longer than ${this.timeLimitMs / 1000} seconds`);
    const timer = setTimeout(() => timeLimit.abort(tooSlow), this.timeLimitMs);
    return underSignals([signal, timeLimit.signal], (either) =>
      Promise.race([rejectOnAbort(either), this.fetchAndRead(url, either)]),
    ).finally(() => clearTimeout(timer));
  }

  private async fetchAndRead(url: string, signal: AbortSignal): Promise<WebsiteText> {
    const page = await fetchPage(url, this.policy, signal);
    // Loaded here to save 2 MB in the API, which uses this class but never reads a page.
    const { readPage } = await import('./page-text.js');
    return readPage(page, signal);
  }
}

/** Rejects with the signal's reason as soon as it aborts: some broken connections do not react to their signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
