import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before an S3 server and answers in its place when it is in the mood to. */
export interface MoodyS3 {
  /** Address of the S3 server, by way of this one. */
  url: string;
  /** Answers such requests with a status and a body of its own; the others are passed on. */
  refuse(which: (method: string, path: string) => boolean, status?: number): void;
  /** Passes everything on. */
  calm(): void;
  close(): Promise<void>;
}

export async function startMoodyS3(endpoint: string): Promise<MoodyS3> {
  const target = new URL(endpoint);
  let refused: (method: string, path: string) => boolean = () => false;
  let refusal = 500;
  const server = createServer((incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    if (refused(method, path)) {
      incoming.resume();
      response.writeHead(refusal, { 'content-type': 'application/xml' });
      response.end('<Error><Code>InternalError</Code><Message>We are in a bad mood.</Message></Error>');
      return;
    }
    const passOn = { host: target.hostname, port: target.port, method, path, headers };
    const outgoing = request(passOn, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (which, status = 500) => {
      refused = which;
      refusal = status;
    },
    calm: () => void (refused = () => false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
