import type { EntityManager } from 'typeorm';
import type { QueueName } from '../queue/jobs.js';

const DEPTHS = `
  SELECT "kind", count(*) FILTER (WHERE NOT leased)::int AS "waiting", count(*) FILTER (WHERE leased)::int AS "atWork",
    coalesce(extract(epoch FROM now() - min("createdAt") FILTER (WHERE NOT leased)), 0)::float AS "oldest"
  FROM (SELECT "kind", "createdAt", coalesce("leasedUntil" > clock_timestamp(), false) AS leased
        FROM runs WHERE state IN ('queued', 'running') AND ("notBefore" IS NULL OR "notBefore" <= clock_timestamp())) AS active
  GROUP BY "kind"`;

/** Numbers of waiting and running runs of one kind, and for how many seconds the oldest one has waited. */
interface Depth {
  kind: QueueName;
  waiting: number;
  atWork: number;
  oldest: number;
}

/** The depth of each queue, by the database's clock; queues without runs are missing. */
export function findDepths(manager: EntityManager): Promise<Depth[]> {
  return manager.query(DEPTHS);
}
