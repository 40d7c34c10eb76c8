import type { ClientRequest } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { WebsiteError } from './reach.js';

/**
 * Connects to a website through a proxy, which is asked for a tunnel to the address that was checked: the proxy never looks the name up,
 * since its answer could lead elsewhere.
 */
export class CheckedProxyAgent extends HttpsProxyAgent<string> {
  constructor(
    proxy: string,
    private readonly lookup: LookupFunction,
  ) {
    super(proxy);
  }

  override async connect(
    request: ClientRequest,
    options: Parameters<HttpsProxyAgent<string>['connect']>[1],
  ): ReturnType<HttpsProxyAgent<string>['connect']> {
    const host = options.host ?? '';
    const address = isIP(host) ? host : await this.addressOf(host);
    request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode === 200) return;
      request.destroy(
        new WebsiteError(`the proxy of this server answered ${statusCode} instead of leading to ${host}`),
      );
    });
    const name = isIP(host) ? {} : { servername: host };
    try {
      return await super.connect(request, { ...options, ...name, host: address });
    } catch (error) {
      throw new WebsiteError(
        `the proxy of this server could not be reached (${String((error as { code?: unknown }).code)})`,
      );
    }
  }

  private addressOf(host: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.lookup(host, {}, (error, address) => (error ? reject(error) : resolve(String(address))));
    });
  }
}
