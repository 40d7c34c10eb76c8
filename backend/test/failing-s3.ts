import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of an S3 server that answers chosen requests with an error. */
export interface FailingS3 {
  /** Address of the proxy, to be used as S3_ENDPOINT. */
  url: string;
  /** Answers matching requests with `status` (500 unless given) and an S3 error body; forwards all others. */
  refuse(which: (method: string, path: string) => boolean, status?: number, code?: string, message?: string): void;
  /** Changes a byte of each upload. */
  damage(): void;
  /** Number of requests with this method. */
  count(method: string): number;
  /** The most connections that were open at once. */
  mostConnections(): number;
  /** Forwards all requests again, unchanged. */
  restore(): void;
  close(): Promise<void>;
}

export async function startFailingS3(endpoint: string): Promise<FailingS3> {
  const target = new URL(endpoint);
  let refused: (method: string, path: string) => boolean = () => false;
  let refusal = { status: 500, code: 'InternalError', message: '' };
  let isDamaging = false;
  let connections = { now: 0, most: 0 };
  const counts = new Map<string, number>();
  const server = createServer((incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    counts.set(method, (counts.get(method) ?? 0) + 1);
    if (refused(method, path)) {
      incoming.resume();
      response.writeHead(refusal.status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${refusal.code}</Code><Message>${refusal.message}</Message></Error>`);
      return;
    }
    const options = { host: target.hostname, port: target.port, method, path, headers };
    const outgoing = request(options, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    if (isDamaging && method === 'PUT') {
      incoming.once('data', (first: Buffer) => (first[0] = (first[0] ?? 0) ^ 1));
    }
    incoming.pipe(outgoing);
  });
  server.on('connection', (socket) => {
    connections = { now: connections.now + 1, most: Math.max(connections.most, connections.now + 1) };
    socket.on('close', () => (connections.now -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (which, status = 500, code = 'InternalError', message = 'We are in a bad mood.') => {
      refused = which;
      refusal = { status, code, message };
    },
    damage: () => void (isDamaging = true),
    count: (method) => counts.get(method) ?? 0,
    mostConnections: () => connections.most,
    restore: () => {
      refused = () => false;
      isDamaging = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
