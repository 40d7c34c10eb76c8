import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

/** One request that the fake website received. */
export interface WebsiteRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Bytes that went into the answer's body so far. */
  sent: number;
  /** Resolves when the response was sent, or the client disconnected. */
  closed: Promise<void>;
}

/** What the website does with a request. */
export type WebsiteBehaviour =
  /** Answers with a page; its header fields are `text/html` in UTF-8, unless given. */
  | { page: string | Buffer; status?: number; headers?: Record<string, string> }
  | { redirect: string; status?: number }
  /** A page of that many bytes, with or without `Content-Length`. */
  | { bytes: number; length?: 'sent' | 'omitted' }
  /** A page that goes on as fast as it is read. */
  | { endless: 'page' }
  /** Takes the request and never answers, or begins to and never ends. */
  | { hang: 'headers' | 'body' }
  /** Behaves like `next`, or else as usual, once this has come. */
  | { until: Promise<unknown>; next?: WebsiteBehaviour }
  /** Breaks the connection before its answer, or within. */
  | { disconnect: 'headers' | 'body' }
  /** Sends this instead of HTTP. */
  | { raw: string };

/** A website on loopback. */
export interface FakeWebsite {
  /** Its front page: `http://127.0.0.1:<port>/`. */
  url: string;
  port: number;
  /** `127.0.0.1:<port>`, as SCAN_EXCEPTIONS wants it. */
  host: string;
  /** All requests since the start, oldest first. */
  requests: WebsiteRequest[];
  /** Sets the behaviour of a path. By default `/` is the florist's page, and all others are 404. */
  on(path: string, behaviour: WebsiteBehaviour): void;
  /** Resolves once that many requests have arrived. */
  received(count: number): Promise<void>;
  /** Forgets all requests and behaviours. */
  reset(): void;
  close(): Promise<void>;
}

/** The page of a florist, as such pages are: with much around the text. */
export const FLORIST_PAGE = `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <title>Rosewood Flowers | Florist in Bath</title>
  <meta name="description" content="Hand-tied bouquets, wedding flowers &amp; sympathy flowers from a family florist in Bath.">
  <meta property="og:description" content="Flowers from Bath.">
  <style>body { color: #333 }</style>
  <script>window.dataLayer = []; dataLayer.push({ event: 'tracking' });</script>
  <script type="application/ld+json">
  {
    "@context": "https://schema.org",
    "@type": "Florist",
    "name": "Rosewood Flowers",
    "telephone": "+44 1225 496 0000",
    "address": { "@type": "PostalAddress", "streetAddress": "12 Walcot Street", "addressLocality": "Bath", "postalCode": "BA1 5BN" },
    "areaServed": ["Bath", "Keynsham", "Bradford-on-Avon"],
    "openingHours": ["Mo-Fr 09:00-17:30", "Sa 09:00-16:00"]
  }
  </script>
</head>
<body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/contact">Contact</a></li></ul></nav>
  <main>
    <h1>Flowers from the heart of Bath</h1>
    <p>Rosewood Flowers is a <strong>family florist</strong> on Walcot Street. Every bouquet is tied by hand with flowers of the season.</p>
    <h2>Our services</h2>
    <ul>
      <li>Hand-tied bouquets</li>
      <li>Wedding flowers</li>
      <li>Sympathy flowers</li>
      <li>Flower workshops</li>
    </ul>
    <h2>Where we deliver</h2>
    <p>We deliver to Bath, Keynsham and Bradford-on-Avon.</p>
    <div hidden>Thank you for your message!</div>
  </main>
  <footer>
    <p>12 Walcot Street, Bath BA1 5BN</p>
    <p>Monday to Friday 9:00–17:30, Saturday 9:00–16:00</p>
  </footer>
</body>
</html>
`;

/**
 * Starts a fake website.
 * @param options.port 0 for a free one
 * @param options.tls key and certificate, to speak HTTPS
 */
export async function startFakeWebsite(
  options: { port?: number; tls?: { key: string; cert: string } } = {},
): Promise<FakeWebsite> {
  const requests: WebsiteRequest[] = [];
  const behaviours = new Map<string, WebsiteBehaviour>();
  const waiting: (() => void)[] = [];
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const request = record(incoming, response);
    requests.push(request);
    for (const check of waiting) check();
    behave(behaviours.get(request.path) ?? usual(request.path), request, response);
  };
  const server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${options.tls ? 's' : ''}://127.0.0.1:${port}/`,
    port,
    host: `127.0.0.1:${port}`,
    requests,
    on: (path, behaviour) => void behaviours.set(path, behaviour),
    received: (count) =>
      new Promise((resolve) => {
        const check = () => requests.length >= count && resolve();
        waiting.push(check);
        check();
      }),
    reset: () => {
      requests.length = 0;
      behaviours.clear();
    },
    close: () => closeServer(server),
  };
}

function closeServer(server: Server & { closeAllConnections(): void }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

function record({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): WebsiteRequest {
  const closed = new Promise<void>((resolve) => void response.on('close', resolve));
  return { method, path: url, headers, sent: 0, closed };
}

function usual(path: string): WebsiteBehaviour {
  return path === '/' ? { page: FLORIST_PAGE } : { page: '<h1>There is no such page</h1>', status: 404 };
}

function behave(behaviour: WebsiteBehaviour, request: WebsiteRequest, response: ServerResponse): void {
  if ('page' in behaviour) {
    const { page, status = 200, headers = { 'content-type': 'text/html; charset=utf-8' } } = behaviour;
    response.writeHead(status, headers).end(page);
  } else if ('redirect' in behaviour) {
    response.writeHead(behaviour.status ?? 302, { location: behaviour.redirect }).end('Moved');
  } else if ('bytes' in behaviour) {
    if (behaviour.length !== 'omitted') response.setHeader('content-length', behaviour.bytes);
    stream(response, request, behaviour.bytes);
  } else if ('endless' in behaviour) stream(response, request, Infinity);
  else if ('until' in behaviour) {
    void behaviour.until.then(() => behave(behaviour.next ?? usual(request.path), request, response));
  } else if ('hang' in behaviour) begin(response, behaviour.hang);
  else if ('disconnect' in behaviour) begin(response, behaviour.disconnect, () => response.destroy());
  else response.socket!.end(behaviour.raw);
}

// Begins an answer that has a body, or does not even begin.
function begin(response: ServerResponse, until: 'headers' | 'body', then: () => void = () => {}): void {
  if (until === 'headers') return then();
  response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>It begins', then);
}

function stream(response: ServerResponse, request: WebsiteRequest, bytes: number): void {
  const chunk = Buffer.from('<p>Flowers</p>\n'.repeat(4096));
  response.setHeader('content-type', 'text/html');
  const more = () => {
    if (response.destroyed) return;
    const part = chunk.subarray(0, Math.min(chunk.length, bytes - request.sent));
    request.sent += part.length;
    if (request.sent >= bytes) response.end(part);
    else response.write(part, more);
  };
  more();
}
