import autocannon from 'autocannon';

/** What a server answered under load. */
export interface Load {
  perSecond: number;
  /** Median of the answers, in milliseconds. */
  p50: number;
  megabytesPerSecond: number;
}

/** Asks one address, or any of several, with many connections at once; each asks again as soon as it has its answer. */
export async function load(
  urls: string | string[],
  { headers = {} as Record<string, string>, connections = 32, seconds = 5 } = {},
): Promise<Load> {
  const [url] = [urls].flat() as [string];
  const paths = [urls].flat().map((one) => one.slice(new URL(one).origin.length));
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: paths[Math.floor(Math.random() * paths.length)],
    headers: { ...headers, 'X-Forwarded-For': anAddress() },
  });
  const asked = [{ setupRequest }];
  const result = await autocannon({ url, connections, duration: seconds, requests: asked });
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}: ${result.errors} errors under load, and these answers: ${statuses}`);
  }
  const { requests, latency, throughput } = result;
  return { perSecond: requests.average, p50: latency.p50, megabytesPerSecond: throughput.average / 1e6 };
}

// Public links are limited by address; this many questions come from many people.
function anAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}
