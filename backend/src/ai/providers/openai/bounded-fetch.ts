import { fetchBy } from '../../../platform/http/fetch-by-proxy.js';
import { CallFailure } from './failure.js';

/** Maximum size of an answer. Usual answers have a few thousand bytes. */
const ANSWER_MAX_MB = 1;

/**
 * Like `fetch`, but reading a response body of more than 1 MB fails with a CallFailure.
 * @param proxy address of the proxy to use; none if undefined
 */
export async function boundedFetch(address: URL, init: RequestInit, proxy?: string): Promise<Response> {
  const response = await (proxy ? fetchBy(proxy, address, init) : fetch(address, init));
  const { body, status, statusText, headers } = response;
  return body ? new Response(body.pipeThrough(limitSize()), { status, statusText, headers }) : response;
}

function limitSize(): TransformStream<Uint8Array, Uint8Array> {
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
