import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process for Prometheus. Each metric is described by its `help`. */

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

/** Fast answers apart from slow ones; uploads of minutes end up in the last bucket. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** An AI takes seconds. */
const AI_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

export const httpSeconds = histogram(
  'gmb_http_request_seconds',
  'Time from the first byte of a request to the last of its answer',
  REQUEST_BUCKETS,
  ['method', 'route', 'status'],
);
export const runsWaiting = gauge('gmb_queue_waiting_runs', 'Runs that no worker is at, by queue', ['queue']);
export const runsAtWork = gauge('gmb_queue_running_runs', 'Runs that a worker is at, by queue', ['queue']);
export const oldestWaiting = gauge(
  'gmb_queue_oldest_waiting_seconds',
  'Age of the oldest run that no worker is at, by queue; 0 when none waits',
  ['queue'],
);
export const itemSeconds = histogram(
  'gmb_draft_seconds',
  'Time to draft a caption or suggestion and to save it, repeated calls included',
  AI_BUCKETS,
  ['queue', 'outcome'],
);
export const aiCallSeconds = histogram(
  'gmb_ai_call_seconds',
  'Time of single calls of the AI provider; the outcome is ok, or the status or kind of the error',
  AI_BUCKETS,
  ['outcome'],
);
export const aiTokens = counter(
  'gmb_ai_tokens_total',
  'Tokens that the AI provider counted, by direction (prompt, completion)',
  ['direction'],
);
export const liveSockets = gauge(
  'gmb_live_sockets',
  'Browsers that are connected for live updates, by audience (staff, visitors)',
  ['audience'],
);
export const eventDelay = histogram(
  'gmb_event_delay_seconds',
  'Time from the publication of an event in its transaction until it is emitted to browsers',
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
);
export const deletionsWaiting = gauge(
  'gmb_deletions_waiting',
  'Files and folders that are to be removed from storage and are still there',
);
export const databaseUp = gauge('gmb_database_up', '1 when the last scrape could read the database, else 0');
export const queueUp = gauge('gmb_queue_up', '1 when the queue took a change at the last scrape, else 0');
export const lastBackup = gauge(
  'gmb_last_backup_timestamp_seconds',
  'When the newest archive of the scheduled backup was finished',
);

// No value until this process measures one; workers do not measure these.
for (const metric of [databaseUp, lastBackup]) metric.remove();

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

function gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers });
}

function counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
  return new Counter({ name, help, labelNames, registers });
}

function histogram<Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: Label[] = [],
): Histogram<Label> {
  return new Histogram({ name, help, buckets, labelNames, registers });
}
