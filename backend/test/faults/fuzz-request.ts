import { Agent, request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { stretched } from '../stretched.js';

/** A request as a hostile program sends it: nothing is encoded, completed or corrected. */
export interface Sent {
  method: string;
  /** Path and query, as they go over the wire. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** What came back. */
export interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Longer than any request may take. */
const DEADLINE_MS = 15_000;

const UNPACK: Record<string, (packed: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request and waits for the answer; one that does not come in time is an error. */
export function ask(url: string, { method, path, headers, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body.length > 0 ? { 'Content-Length': String(body.length) } : {};
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent });
    const late = new Error(`${method} ${path.slice(0, 200)} was not answered in time`);
    const timer = setTimeout(() => call.destroy(late), stretched(DEADLINE_MS));
    call.once('close', () => clearTimeout(timer));
    call.once('error', reject);
    call.once('response', (response) => resolve(answered(response)));
    call.end(body);
  });
}

async function answered(response: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = await response.toArray();
  const unpack = UNPACK[response.headers['content-encoding'] ?? ''];
  const whole = Buffer.concat(chunks);
  const text = (unpack && whole.length > 0 ? unpack(whole) : whole).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Closes the connections that were kept for more requests. */
export function hangUp(): void {
  agent.destroy();
}
