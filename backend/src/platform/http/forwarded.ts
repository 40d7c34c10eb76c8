import type { Express, Request } from 'express';

const HEADERS = { host: 'X-Forwarded-Host', protocol: 'X-Forwarded-Proto' } as const;

/**
 * Reads `host` and `protocol` of a request from the headers of the outermost trusted proxy. If several proxies append
 * to a header, Express would read the first value, which the client can choose. `trust proxy` is the number of
 * trusted proxies.
 */
export function readForwarded({ request: prototype }: Express): void {
  for (const [property, header] of Object.entries(HEADERS)) {
    const { get: first } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(prototype), property)!;
    Object.defineProperty(prototype, property, {
      get(this: Request): string | undefined {
        const values = this.get(header)?.split(',') ?? [];
        const isTrusted = this.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
        if (values.length < 2 || !isTrusted(this.socket.remoteAddress, 0))
          return first!.call(this) as string | undefined;
        const added = Math.min(values.length, Math.max(1, this.ips.length));
        return values.at(-added)!.trim();
      },
    });
  }
}
