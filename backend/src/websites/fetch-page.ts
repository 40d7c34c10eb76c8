import { get as getHttp, STATUS_CODES, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { checkReach, hostAndPort, hostOf, parseUrl } from './allowed-url.js';
import { connectionFailure } from './connection-failure.js';
import { ACCEPTED_ENCODINGS, readBody } from './page-body.js';
import { WebsiteError } from './website-error.js';

const REDIRECTS_MAX = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain'];
const USER_AGENT = 'GMB-Moments (reads the website of a client to write its business profile)';

/** What may be connected to. */
export interface Reach {
  /** `host:port` pairs that may be read although private, or on another port. */
  exceptions: ReadonlySet<string>;
  /** Finds the address of an exception. */
  anyAddress: LookupFunction;
  /** Finds the address of all others, if it is public. */
  publicAddress: LookupFunction;
}

/** A page as it was received. */
export interface Page {
  /** Where it was found, after all redirects. */
  url: URL;
  /** Its media type, such as `text/html`. */
  type: string;
  /** The character set that the header names. */
  charset: string | undefined;
  body: Buffer;
}

/**
 * Fetches a page, following at most five redirects and checking each.
 * @throws WebsiteError when it cannot be had, or is none
 */
export async function fetchPage(address: string, reach: Reach, signal: AbortSignal): Promise<Page> {
  let url = parseUrl(address);
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const host = hostOf(url);
    try {
      const response = await ask(url, reach, signal);
      const next = redirectOf(response, url);
      if (!next) return await receive(response, url, signal);
      response.destroy();
      url = next;
    } catch (error) {
      throw connectionFailure(error, host);
    }
  }
  throw new WebsiteError(`it redirects more than ${REDIRECTS_MAX} times`);
}

function ask(url: URL, reach: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const isException = reach.exceptions.has(hostAndPort(url));
  if (!isException) checkReach(url);
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  const options = {
    // A connection of its own for every page: none is taken over that another check let through, nor a proxy's.
    agent: false,
    lookup: isException ? reach.anyAddress : reach.publicAddress,
    signal,
    headers: { 'user-agent': USER_AGENT, accept: PAGE_TYPES.join(', '), 'accept-encoding': ACCEPTED_ENCODINGS },
  };
  return new Promise((resolve, reject) => {
    const request = get(url, options, resolve);
    request.on('error', reject);
    // Without a listener, Node.js drops the connection and tells nobody.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new WebsiteError(`${hostOf(url)} answered 101 Switching Protocols`));
    });
  });
}

function redirectOf({ statusCode, headers }: IncomingMessage, url: URL): URL | undefined {
  if (!REDIRECTS.includes(statusCode!)) return undefined;
  if (!headers.location) throw new WebsiteError(`${hostOf(url)} redirects, but does not say where to`);
  return parseUrl(headers.location, url.href);
}

async function receive(response: IncomingMessage, url: URL, signal: AbortSignal): Promise<Page> {
  const host = hostOf(url);
  try {
    checkStatus(response.statusCode!, host);
    const contentType = response.headers['content-type'] ?? '';
    const type = contentType.split(';')[0]!.trim().toLowerCase();
    checkType(type, host);
    return { url, type, charset: charsetOf(contentType), body: await readBody(response, host, signal) };
  } finally {
    response.destroy();
  }
}

function checkStatus(status: number, host: string): void {
  if (status >= 200 && status < 300) return;
  throw new WebsiteError(`${host} answered ${[status, STATUS_CODES[status]].filter(Boolean).join(' ')}`);
}

function checkType(type: string, host: string): void {
  if (PAGE_TYPES.includes(type)) return;
  const given = /^[\w.+-]+\/[\w.+-]+$/u.test(type) ? type.slice(0, 100) : 'an unknown type';
  throw new WebsiteError(`${host} sent ${given}, and only web pages and plain text are read`);
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:+-]+)/iu.exec(contentType)?.[1];
}
