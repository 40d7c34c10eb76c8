import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.js';
import { OperatorError } from '../../platform/operator-error.js';

const CRASHED_PORT_WAIT_MS = 10_000;

/**
 * Tries to listen on an address.
 * @returns the port (for port 0, the assigned one), and the error in `refused` if it failed
 */
export function tryPort(port: number, host: string): Promise<{ port: number; refused?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (refused) => resolve({ port, refused }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const opened = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve({ port: opened }));
    });
  });
}

/**
 * Checks that the API can listen on its address.
 * @param afterCrash whether to wait for the API of a killed `npm start` to end
 * @throws OperatorError if it cannot
 */
export async function checkPort({ port, host }: Pick<Config, 'port' | 'host'>, afterCrash: boolean): Promise<void> {
  const deadline = performance.now() + (afterCrash ? CRASHED_PORT_WAIT_MS : 0);
  let { refused } = await tryPort(port, host);
  while (refused?.code === 'EADDRINUSE' && performance.now() < deadline) {
    await delay(100);
    ({ refused } = await tryPort(port, host));
  }
  if (!refused) return;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT: got "${port}", which another program already uses on ${host}: stop that program, or set PORT to a free port`,
    EACCES: `PORT: got "${port}", which this user may not open: set PORT to 1024 or more`,
  };
  throw new OperatorError(
    reasons[refused.code ?? ''] ?? `HOST: got "${host}", which cannot be opened (${refused.message})`,
  );
}
