import { once } from 'node:events';
import { createServer, request as requestHttp } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** An HTTP proxy on loopback that leads everything to one server. */
export interface ForwardProxy {
  url: string;
  /** What it was asked for: `CONNECT host:port`, or `GET http://…`. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * @param target the server that it leads to
 * @param refusal the status with which it refuses everything instead
 */
export async function startForwardProxy(target: string, refusal?: number): Promise<ForwardProxy> {
  const { hostname, port } = new URL(target);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { pathname, search } = new URL(request.url!);
    const { method, headers } = request;
    const sent = requestHttp({ hostname, port, method, headers, path: `${pathname}${search}` }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (refusal) return socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
    const sent = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(sent).pipe(socket);
    });
    for (const each of [socket, sent]) each.on('error', () => each.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
