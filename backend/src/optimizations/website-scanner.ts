import { Injectable, Logger } from '@nestjs/common';
import { WebsiteReader } from '../websites/website-reader.js';
import { WebsiteError } from '../websites/reach.js';
import type { WebsiteScan } from './optimization.entity.js';

/** Reads clients' websites for the suggestions. If one cannot be read, the scan says why, and does not throw. */
@Injectable()
export class WebsiteScanner {
  private readonly logger = new Logger('Websites');

  constructor(private readonly reader: WebsiteReader) {}

  /** @throws only when the signal aborts */
  async scan(url: string, signal: AbortSignal): Promise<WebsiteScan> {
    const at = new Date().toISOString();
    try {
      return { state: 'read', url, at, site: await this.reader.read(url, signal) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { state: 'failed', url, at, note: this.noteOf(error) };
    }
  }

  // No page may stop the suggestions, whatever error of the reader it causes.
  private noteOf(error: unknown): string {
    if (error instanceof WebsiteError) return error.message;
    this.logger.error(error instanceof Error ? error.stack : String(error));
    return new WebsiteError('what it answered is not understood').message;
  }
}
