import { createServer } from 'node:net';

/** Why an address cannot be listened on now (`EADDRINUSE`, …), or undefined when it can; and its port. */
export function tryPort(port: number, host: string): Promise<{ port: number; refused?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (refused) => resolve({ port, refused }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve({ port: taken }));
    });
  });
}
