import type { Permission } from '@gmb-moments/backend/contract/roles';
import type { Prefetch } from '../lib/query-client';

/** The `handle` of a child of the session gate. */
export interface RouteHandle {
  /** Shows the page to visitors too; without it, they are sent to the login page. */
  allowsVisitors?: true;
  /** What a member of staff must be allowed to do to open it. */
  needs?: Permission;
  /** Loads the page's code, and what it shows first into the cache. */
  prefetch?: Prefetch;
}
