import tls from 'node:tls';

const TIMEOUT_MS = 2000;

/**
 * Whether a server accepts TLS: tries a TLS handshake, ignoring the certificate.
 * @param address such as `redis://localhost:6379`
 * @param port of an address that names none
 */
export function speaksTls(address: string, port: number): Promise<boolean> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = tls.connect({
      ...{ host, port: Number(url.port || port), timeout: TIMEOUT_MS },
      rejectUnauthorized: false,
    });
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
