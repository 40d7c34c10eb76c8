import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port of loopback, sends the URL to the parent process, and ends on SIGTERM. */
export function serve(listener: RequestListener): void {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  process.on('SIGTERM', () => process.exit(0));
}
