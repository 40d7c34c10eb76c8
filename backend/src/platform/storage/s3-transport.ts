import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { CircuitBreaker } from './circuit-breaker.js';

/** How long the storage may take, in milliseconds. */
export interface Timeouts {
  /** Until the response to a request for a file, which a page waits for. */
  readMs: number;
  /** Without a byte in either direction, until the response to a probe of a silent storage. */
  probeMs: number;
  /** Without a byte in either direction, until the response to any other request, and within a body. */
  silenceMs: number;
}

/** The answer to an upload. */
export interface PutAnswer {
  status: number;
  body: string;
  /** Whether the storage reports that it received the bytes that were sent. */
  isIntact: boolean;
}

// Shorter than the keep-alive timeout of servers, so that no connection is reused while the server closes it.
const IDLE_MS = 4000;

/** Connections; uploads have their own, so that slow readers do not delay them. */
const READ_SOCKETS = 48;
const PUT_SOCKETS = 16;
/** Requests that may wait for a connection; any further one fails at once. */
const QUEUE_MAX = 64;

const MD5 = /^"?[\da-f]{32}"?$/i;

/**
 * The error of a request without a response. `timeout`: no response in time; `silent`: not sent, because previous
 * requests were not answered; `busy`: not sent, because too many requests wait.
 */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(
    message: string,
    readonly reason: 'timeout' | 'silent' | 'busy',
  ) {
    super(message);
  }
}

/**
 * HTTP transport of the S3 client with timeouts, a connection limit, a circuit breaker and streaming uploads, which
 * the client lacks.
 * @param proxy URL of the proxy to the storage
 */
export function transportWithTimeouts(
  { protocol, proxy }: { protocol: string; proxy?: string | undefined },
  { readMs, probeMs, silenceMs }: Timeouts,
) {
  const base = protocol === 'https:' ? https : http;
  const agent = agentWith(READ_SOCKETS);
  const putAgent = agentWith(PUT_SOCKETS);
  const breaker = new CircuitBreaker();

  function agentWith(maxSockets: number): http.Agent {
    const options = { keepAlive: true, timeout: IDLE_MS, maxSockets };
    if (!proxy) return new base.Agent(options);
    return protocol === 'https:' ? new HttpsProxyAgent(proxy, options) : new HttpProxyAgent(proxy, options);
  }

  function request(options: http.RequestOptions, onAnswer: (response: http.IncomingMessage) => void) {
    const used = (options.agent as http.Agent | undefined) ?? agent;
    const isProbe = breaker.isSilent;
    if (!breaker.tryAdmit())
      throw new NoAnswer('the storage does not answer, so it is asked once a second only', 'silent');
    if (queued(used) >= QUEUE_MAX) throw new NoAnswer('too many requests wait for the storage', 'busy');
    const sent = base.request({ ...options, agent: used, timeout: isProbe ? probeMs : silenceMs });
    let answer: http.IncomingMessage | undefined;
    const giveUp = (): void => {
      if (sent.socket) {
        breaker.timedOut();
        sent.destroy(new NoAnswer('the storage did not answer in time', 'timeout'));
        return;
      }
      // Not counted by the breaker, since slow readers may hold all connections while the storage answers. Node
      // reports the end of a waiting request only when it gets a connection.
      const error = new NoAnswer('no connection became free in time', 'timeout');
      sent.destroy(error).emit('error', error);
    };
    const isRead = ['GET', 'HEAD'].includes(options.method ?? 'GET') && !options.path?.includes('?');
    const reading = isRead ? setTimeout(giveUp, readMs) : undefined;
    return sent
      .on('socket', () => {
        // The breaker opened while this request waited for a connection.
        if (breaker.isSilent && !isProbe) sent.destroy(new NoAnswer('the storage does not answer', 'timeout'));
      })
      .on('close', () => clearTimeout(reading))
      .on('response', (response) => {
        clearTimeout(reading);
        breaker.answered();
        if (isProbe) response.setTimeout(silenceMs);
        onAnswer((answer = response));
      })
      .on('timeout', () => {
        // If received bytes are not read, the reader is slow, not the storage.
        if (answer && (answer.readableLength > 0 || answer.complete)) sent.socket?.setTimeout(silenceMs);
        else giveUp();
      });
  }

  function put(url: URL, headers: http.OutgoingHttpHeaders, path: string): Promise<PutAnswer> {
    return new Promise((resolve, reject) => {
      const md5 = createHash('md5');
      const sent = request({ ...urlToHttpOptions(url), agent: putAgent, method: 'PUT', headers }, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const isIntact = isSame(received, md5.copy().digest('hex'));
        // A response before the end of the upload is a refusal, so the rest is not sent.
        text(response)
          .then((body) => resolve({ status, body, isIntact }), reject)
          .finally(() => source.destroy());
      });
      const source = createReadStream(path).on('data', (chunk) => md5.update(chunk));
      pipeline(source, sent, (error) => error && reject(error));
      // The pipeline ends with the file; this covers errors from then until the answer.
      sent.on('error', reject);
    });
  }

  return { agent, put, request: request as typeof http.request };
}

function queued({ requests }: http.Agent): number {
  return Object.values(requests).reduce(
    (sum, waiting) => sum + (waiting ?? []).filter(({ destroyed }) => !destroyed).length,
    0,
  );
}

/** Whether the ETag is the MD5 of the content, as for uploads in one part; storages that encrypt have other ETags. */
function isSame({ etag, ...headers }: http.IncomingHttpHeaders, md5: string): boolean {
  const isEncrypted = Object.keys(headers).some((name) => name.startsWith('x-amz-server-side-encryption'));
  return isEncrypted || !etag || !MD5.test(etag) || etag.replaceAll('"', '').toLowerCase() === md5;
}
