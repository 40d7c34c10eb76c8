import { lookup as systemLookup } from 'node:dns';
import type { WebsiteText } from '../ai/ai.js';
import { fetchPage, type Reach } from './fetch-page.js';
import { guardedLookup, type Lookup } from './guarded-lookup.js';
import { readPage } from './page-text.js';
import { isPublicAddress } from './public-address.js';
import { WebsiteError } from './website-error.js';

/** Milliseconds that reading a website may take, redirects and all. */
export const WEBSITE_TIME_LIMIT_MS = 10_000;

export interface WebsiteReaderOptions {
  /** `host:port` pairs that may be read although private, or on another port. */
  exceptions?: string[];
  /** Finds the addresses of a name; the system's way unless given. */
  lookup?: Lookup;
  timeLimitMs?: number;
}

/** Reads what clients' websites say, from the public internet only: nobody is led into the network of this machine. */
export class WebsiteReader {
  readonly timeLimitMs: number;
  private readonly reach: Reach;

  constructor({
    exceptions = [],
    lookup = systemLookup,
    timeLimitMs = WEBSITE_TIME_LIMIT_MS,
  }: WebsiteReaderOptions = {}) {
    this.timeLimitMs = timeLimitMs;
    this.reach = {
      exceptions: new Set(exceptions),
      anyAddress: guardedLookup(lookup, () => true),
      publicAddress: guardedLookup(lookup, isPublicAddress),
    };
  }

  /**
   * Reads one page of a website.
   * @param signal ends the reading early; its reason is thrown
   * @throws WebsiteError when the website cannot, or may not, be read
   */
  async read(url: string, signal: AbortSignal): Promise<WebsiteText> {
    signal.throwIfAborted();
    const end = new AbortController();
    const stop = () => end.abort(signal.reason);
    const timer = setTimeout(() => end.abort(this.tooSlow()), this.timeLimitMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([aborted(end.signal), this.readFrom(url, end.signal)]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  private async readFrom(url: string, signal: AbortSignal): Promise<WebsiteText> {
    return readPage(await fetchPage(url, this.reach, signal), signal);
  }

  private tooSlow(): WebsiteError {
    return new WebsiteError(`reading it took longer than ${this.timeLimitMs / 1000} seconds`);
  }
}

/** Fails with the signal's reason, however the work takes the signal: some broken connections never tell of their end. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
