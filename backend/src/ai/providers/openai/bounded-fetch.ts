import type { ProxyAgent, RequestInit as UndiciInit } from 'undici';
import { CallFailure } from './failure.js';

/** Maximum size of an answer; usual ones have a few thousand bytes. */
const ANSWER_MAX_MB = 1;

/**
 * Like `fetch`, but reading a response that is too long fails with a CallFailure.
 * @param proxy address of the proxy that leads there
 */
export async function boundedFetch(address: URL, init: RequestInit, proxy?: string): Promise<Response> {
  const response = await (proxy ? fetchBy(proxy, address, init) : fetch(address, init));
  const { body, status, statusText, headers } = response;
  return body ? new Response(body.pipeThrough(bounded()), { status, statusText, headers }) : response;
}

const proxies = new Map<string, ProxyAgent>();

// The own `fetch` of Node knows no proxies before version 24. Loaded only here, as few networks have one.
async function fetchBy(proxy: string, address: URL, init: RequestInit): Promise<Response> {
  const undici = await import('undici');
  // Of an http address the proxy is asked for the page: many open tunnels to port 443 alone.
  const proxyTunnel = address.protocol === 'https:';
  const dispatcher = proxies.get(proxy) ?? new undici.ProxyAgent({ uri: proxy, proxyTunnel });
  proxies.set(proxy, dispatcher);
  return undici.fetch(address, { ...init, dispatcher } as UndiciInit) as unknown as Promise<Response>;
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > ANSWER_MAX_MB * 1024 * 1024) throw tooLong();
      controller.enqueue(chunk);
    },
  });
}

function tooLong(): CallFailure {
  const message = `The AI provider sent an answer of more than ${ANSWER_MAX_MB} MB. Choose another model with OPENAI_MODEL.`;
  return new CallFailure('no answer', message);
}
