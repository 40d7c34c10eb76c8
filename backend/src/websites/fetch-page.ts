import { get as getHttp, STATUS_CODES, type IncomingMessage } from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { PassThrough, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { hostOf, parseUrl, WebsiteError, type AddressPolicy } from './address-policy.js';

/** Maximum bytes of a page, both compressed and decompressed: 2 MB. */
export const PAGE_MAX_BYTES = 2 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain'];
const HEADERS = {
  'user-agent': 'GMB-Moments (reads the website of a client to write its business profile)',
  accept: PAGE_TYPES.join(', '),
  // The encodings that `decoderFor` supports.
  'accept-encoding': 'gzip, br',
};

/** A page as it was received. */
export interface Page {
  /** The final URL, after all redirects. */
  url: URL;
  /** Its media type, such as `text/html`. */
  type: string;
  /** The charset in the header `Content-Type`. */
  charset: string | undefined;
  body: Buffer;
}

/**
 * Fetches a page, following at most five redirects and checking each.
 * @throws WebsiteError when it cannot be fetched, or is not a page
 */
export async function fetchPage(address: string, policy: AddressPolicy, signal: AbortSignal): Promise<Page> {
  let url = parseUrl(address);
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const host = hostOf(url);
    try {
      const response = await request(url, policy, signal);
      const next = redirectTarget(response, url);
      if (!next) return await readResponse(response, url, signal);
      response.destroy();
      url = next;
    } catch (error) {
      throw connectionError(error, host);
    }
  }
  throw new WebsiteError(`it redirects more than ${REDIRECTS_MAX} times`);
}

async function request(url: URL, policy: AddressPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup = policy.lookupFor(url);
  const options = await connectionOptions(url, policy, lookup);
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    get(url, { ...options, signal, headers: HEADERS }, resolve)
      .on('error', reject)
      // Without a listener, Node.js closes the connection without an event.
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new WebsiteError(`${hostOf(url)} answered 101 Switching Protocols`));
      });
  });
}

async function connectionOptions(url: URL, policy: AddressPolicy, lookup: LookupFunction): Promise<RequestOptions> {
  const proxy = policy.proxyFor(url);
  // No keep-alive agent, because it could reuse a connection that was checked for another address.
  if (!proxy) return { agent: false, lookup };
  const { CheckedProxyAgent } = await import('./proxy-agent.js');
  return { agent: new CheckedProxyAgent(proxy, lookup) };
}

function redirectTarget({ statusCode, headers }: IncomingMessage, url: URL): URL | undefined {
  if (!REDIRECTS.includes(statusCode!)) return undefined;
  if (!headers.location) throw new WebsiteError(`${hostOf(url)} redirects, but does not say where to`);
  return parseUrl(headers.location, url.href);
}

async function readResponse(response: IncomingMessage, url: URL, signal: AbortSignal): Promise<Page> {
  const host = hostOf(url);
  try {
    checkStatus(response.statusCode!, host);
    const contentType = response.headers['content-type'] ?? '';
    const type = contentType.split(';')[0]!.trim().toLowerCase();
    checkType(type, host);
    const [, charset] = /;\s*charset\s*=\s*"?([\w.:+-]+)/iu.exec(contentType) ?? [];
    return { url, type, charset, body: await readBody(response, host, signal) };
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

/**
 * Reads and decompresses the body of a response.
 * @throws WebsiteError when it is larger than 2 MB, or in an encoding that was not requested
 */
async function readBody(response: IncomingMessage, host: string, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length']) > PAGE_MAX_BYTES) throw tooLarge(host);
  const limit = (source: AsyncIterable<Buffer>) => limitSize(source, host);
  // The compressed bytes are limited too, because an endless stream may decompress to nothing.
  return pipeline(response, limit, decoderFor(response, host), limit, buffer, { signal });
}

async function* limitSize(source: AsyncIterable<Buffer>, host: string): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > PAGE_MAX_BYTES) throw tooLarge(host);
    yield chunk;
  }
}

function decoderFor({ headers }: IncomingMessage, host: string): Duplex {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return new PassThrough();
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  throw new WebsiteError(`${host} compressed its page in a way that was not asked for`);
}

function tooLarge(host: string): WebsiteError {
  return new WebsiteError(`the page of ${host} is larger than 2 MB`);
}

// Codes of OpenSSL and Node.js for a certificate that is not valid; they have no common prefix.
const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/u;

const REASONS: [codes: RegExp, reason: (host: string) => string][] = [
  [/^(ENOTFOUND|ENODATA)$/u, (host) => `there is no website named ${host}`],
  [/^EAI_/u, (host) => `the name ${host} could not be looked up`],
  [/^ECONNREFUSED$/u, (host) => `${host} does not take connections`],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/u, (host) => `${host} broke off the connection`],
  [/^HPE_/u, (host) => `the answer of ${host} is not HTTP`],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI)/u, (host) => `the compressed page of ${host} is damaged`],
  [CERTIFICATE, (host) => `the certificate of ${host} is not valid`],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/u, (host) => `no secure connection to ${host} could be made`],
  [/^/u, (host) => `${host} could not be reached`],
];

/** Converts a connection error to a message for staff; returns an error without a code unchanged. */
function connectionError(error: unknown, host: string): unknown {
  if (error instanceof WebsiteError || !types.isNativeError(error) || !('code' in error)) return error;
  const code = String(error.code);
  const [, reason] = REASONS.find(([codes]) => codes.test(code))!;
  return new WebsiteError(`${reason(host)} (${code})`);
}
