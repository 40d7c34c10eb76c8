import type { ProxyAgent, RequestInit as UndiciInit } from 'undici';

const proxies = new Map<string, ProxyAgent>();

/**
 * Like `fetch`, by a proxy.
 * @param proxy its address
 */
// The own `fetch` of Node knows no proxies before version 24. Loaded only here, as few networks have one.
export async function fetchBy(proxy: string, address: URL, init: RequestInit): Promise<Response> {
  const undici = await import('undici');
  // Of an http address the proxy is asked for the page: many open tunnels to port 443 alone.
  const proxyTunnel = address.protocol === 'https:';
  const dispatcher = proxies.get(proxy) ?? new undici.ProxyAgent({ uri: proxy, proxyTunnel });
  proxies.set(proxy, dispatcher);
  return undici.fetch(address, { ...init, dispatcher } as UndiciInit) as unknown as Promise<Response>;
}
