import type { Permission } from '@gmb-moments/backend/contract/roles';
import type { Prefetch } from '../lib/query-client';

/** The `handle` of a route below the session gate. */
export interface RouteHandle {
  /** Shows the page without a session; otherwise visitors are redirected to the login page. */
  allowsVisitors?: true;
  /** The permission needed to open the page. */
  needs?: Permission;
  /** Loads the page's code, and its first data into the cache. */
  prefetch?: Prefetch;
}
