/** The services that the product depends on. */
export type Dependency = 'database' | 'queue' | 'storage';

/** Answer of `GET /api/health/live`. */
export interface LiveView {
  status: 'ok';
}

/**
 * Answer of `GET /api/health/ready`: `degraded` without the storage (no uploads, pictures) or the queue (captions wait).
 * Without the database it answers 503.
 */
export interface ReadyView {
  status: 'ok' | 'degraded';
  checks: Record<Dependency, 'up' | 'down'>;
  /** A sentence for each dependency that is down; only while degraded. */
  problems?: string[];
}

/** Answer of `GET /api/server-ip`: the address that agencies' domains must point to. */
export interface ServerIp {
  ip: string;
}
