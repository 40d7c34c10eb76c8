import tls from 'node:tls';
import type { Config } from '../../config.js';

const TIMEOUT_MS = 2000;

/** Whether the server at an http endpoint speaks https, which it need not say to who asks in http. */
export function speaksHttpsOnly({ endpoint, proxy }: NonNullable<Config['s3']>): Promise<boolean> {
  const { protocol, hostname, port } = new URL(endpoint);
  // Of a server behind a proxy, the proxy would answer.
  if (protocol !== 'http:' || proxy) return Promise.resolve(false);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // Nothing is sent, so nobody has to vouch for it.
    const socket = tls.connect({ host, port: Number(port || 80), timeout: TIMEOUT_MS, rejectUnauthorized: false });
    const end = (isSpoken: boolean): void => {
      resolve(isSpoken);
      socket.destroy();
    };
    socket
      .on('secureConnect', () => end(true))
      .on('timeout', () => end(false))
      .on('error', () => end(false));
  });
}
