import autocannon from 'autocannon';

/** The result of a load test. */
export interface Load {
  perSecond: number;
  /** Median latency in milliseconds. */
  p50: number;
  megabytesPerSecond: number;
}

/**
 * Requests one URL, or random ones of several, for `seconds` over parallel connections.
 * @throws Error on any error or status other than 2xx
 */
export async function load(
  urls: string | string[],
  { headers = {} as Record<string, string>, connections = 32, seconds = 5 } = {},
): Promise<Load> {
  const [url] = [urls].flat() as [string];
  const paths = [urls].flat().map((one) => one.slice(new URL(one).origin.length));
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: paths[Math.floor(Math.random() * paths.length)],
    headers: { ...headers, 'X-Forwarded-For': randomAddress() },
  });
  const asked = [{ setupRequest }];
  const result = await autocannon({ url, connections, duration: seconds, requests: asked });
  const { 304: unchanged } = result.statusCodeStats as Record<string, { count: number }>;
  if (result.non2xx > (unchanged?.count ?? 0) || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}: ${result.errors} errors under load, and these answers: ${statuses}`);
  }
  const { requests, latency, throughput } = result;
  return { perSecond: requests.average, p50: latency.p50, megabytesPerSecond: throughput.average / 1e6 };
}

// Public links have a rate limit per IP address.
function randomAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}
