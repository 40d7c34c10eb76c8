import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | null>();

/** Does work on behalf of a request: log lines, announcements and runs that come of it carry the request's id. */
export function onBehalfOf<T>(requestId: string | null, work: () => T): T {
  return requests.run(requestId, work);
}

/** Id of the request that the work at hand goes back to; `null` for what happens by itself. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}
