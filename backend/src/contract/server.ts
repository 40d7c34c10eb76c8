/** What the product depends on. */
export type Dependency = 'database' | 'queue' | 'storage';

/** Answer of `GET /api/health/ready`: `degraded` when captions and suggestions have to wait, since the queue is down. */
export interface ReadyView {
  status: 'ok' | 'degraded';
  checks: Record<Dependency, 'up' | 'down'>;
}

/** Answer of `GET /api/server-ip`: the address that agencies' domains must point to. */
export interface ServerIp {
  ip: string;
}
