import type { Prefetch } from '../lib/query-client';

/** The `handle` of a child of the session gate. */
export interface RouteHandle {
  /** Shows the page to visitors too; without it, they are sent to the login page. */
  allowsVisitors?: true;
  /** Loads the page's code, and what it shows first into the cache. */
  prefetch?: Prefetch;
}
