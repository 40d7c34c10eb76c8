import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process measures, for Prometheus. The names are documented by their `help`. */

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

/** Fast answers apart from slow ones; uploads of minutes end up in the last bucket. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** An AI takes seconds. */
const AI_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

export const httpSeconds = new Histogram({
  name: 'gmb_http_request_seconds',
  help: 'Time from the first byte of a request to the last of its answer',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: REQUEST_BUCKETS,
  registers,
});

export const runsWaiting = new Gauge({
  name: 'gmb_queue_waiting_runs',
  help: 'Runs that no worker is at, by queue',
  labelNames: ['queue'] as const,
  registers,
});

export const runsAtWork = new Gauge({
  name: 'gmb_queue_running_runs',
  help: 'Runs that a worker is at, by queue',
  labelNames: ['queue'] as const,
  registers,
});

export const oldestWaiting = new Gauge({
  name: 'gmb_queue_oldest_waiting_seconds',
  help: 'Age of the oldest run that no worker is at, by queue; 0 when none waits',
  labelNames: ['queue'] as const,
  registers,
});

export const draftSeconds = new Histogram({
  name: 'gmb_draft_seconds',
  help: 'Time to draft a caption or suggestion and to save it, repeated calls included',
  labelNames: ['queue', 'outcome'] as const,
  buckets: AI_BUCKETS,
  registers,
});

export const aiCallSeconds = new Histogram({
  name: 'gmb_ai_call_seconds',
  help: 'Time of single calls of the AI provider; the outcome is ok, or the status or kind of the error',
  labelNames: ['outcome'] as const,
  buckets: AI_BUCKETS,
  registers,
});

export const aiTokens = new Counter({
  name: 'gmb_ai_tokens_total',
  help: 'Tokens that the AI provider counted, by direction (prompt, completion)',
  labelNames: ['direction'] as const,
  registers,
});

export const liveSockets = new Gauge({
  name: 'gmb_live_sockets',
  help: 'Browsers that are connected for live updates, by audience (staff, visitors)',
  labelNames: ['audience'] as const,
  registers,
});

export const eventDelay = new Histogram({
  name: 'gmb_event_delay_seconds',
  help: 'Time from the announcement of a change in its transaction until browsers are told',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});

export const deletionsWaiting = new Gauge({
  name: 'gmb_deletions_waiting',
  help: 'Files and folders that are to be removed from storage and are still there',
  registers,
});

export const databaseUp = new Gauge({
  name: 'gmb_database_up',
  help: '1 when the last scrape could read the database, else 0',
  registers,
});

type Collector = () => void | Promise<void>;
const collectors = new Set<Collector>();

/** Sets gauges at each scrape, until the returned function is called. */
export function collectWith(collector: Collector): () => void {
  collectors.add(collector);
  return () => void collectors.delete(collector);
}

/** Everything measured so far, in Prometheus' text format. */
export async function scrape(): Promise<{ type: string; text: string }> {
  await Promise.all([...collectors].map((collect) => collect()));
  return { type: registry.contentType, text: await registry.metrics() };
}
