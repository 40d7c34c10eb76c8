import type { ClientRequest } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { WebsiteError } from './address-policy.js';

/**
 * Connects to a website through a proxy. The proxy gets the checked IP address instead of the name, because its own
 * lookup of the name could return another address.
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
