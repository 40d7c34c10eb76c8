import { ask } from './ask';

interface EarlyRead {
  /** The key of the query that will ask for it; joined with slashes, its path. */
  key: readonly string[];
  answer: Promise<Response>;
  /** Once it has arrived. */
  data?: unknown;
}

const reads = new Map<string, EarlyRead>();

/** Reads what a page is about to ask for, before its code is there; answers `undefined` where that failed. */
export async function readEarly(...key: string[]): Promise<unknown> {
  const path = key.join('/');
  const read: EarlyRead = { key, answer: ask(path) };
  reads.set(path, read);
  const response = await read.answer;
  if (response.ok) read.data = await response.clone().json();
  return read.data;
}

/** Whether the page that is opened has something to be read early. */
export function isReadEarly(): boolean {
  return reads.size > 0;
}

/** What has arrived by now, for the cache of queries. */
export function takeArrived(): EarlyRead[] {
  const arrived = [...reads].filter(([, { data }]) => data !== undefined);
  return arrived.map(([path, read]) => {
    reads.delete(path);
    return read;
  });
}

/** The answer to an early read that is still under way, for the first who asks. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const read = reads.get(path);
  reads.delete(path);
  return read?.answer;
}
