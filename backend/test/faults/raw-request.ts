import { speak } from '../raw-socket.js';

interface Raw {
  method?: string;
  path?: string;
  /** Sent as they are: also those that clients keep to themselves. */
  headers?: Record<string, string>;
  body?: string;
  /** The whole request, instead of all others. */
  raw?: string;
}

/** Sends a request that no well-behaved client would. */
export async function ask(url: string, { method = 'GET', path = '/', headers = {}, body, raw }: Raw) {
  const { hostname } = new URL(url);
  const whole = await speak(url, raw ?? requestOf(method, path, { Host: hostname, ...headers }, body));
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.slice(0, end);
  return { status: Number(head.slice(9, 12)), head, headers: headersOf(head), text: whole.slice(end + 4) };
}

function requestOf(method: string, path: string, headers: Record<string, string>, body?: string): string {
  const all = {
    ...headers,
    Connection: 'close',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}

function headersOf(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
