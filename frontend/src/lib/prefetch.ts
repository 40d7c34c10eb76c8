import type { QueryClient } from '@tanstack/react-query';
import type { Params } from 'react-router-dom';

/** The address of a page: what its path names, and its query string. */
export interface PageAddress {
  params: Params;
  address: URLSearchParams;
}

/** Reads what a page shows first into the cache, before it is opened. */
export type Prefetch = (client: QueryClient, page: PageAddress) => Promise<unknown>;
