import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { CreateButton, PagedList } from '../../ui/list-page';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import {
  OptimizationFilterBar,
  optimizationParamsOf,
  useOptimizationFilters,
  type OptimizationFilters,
} from './optimization-filters';
import { OptimizationRows } from './optimization-rows';
import { optimizationListQuery } from '../../records/optimizations';

const CREATE_PATH = '/gmb-optimizations/create';

/** What the page shows first. */
export const prefetchOptimizations: Prefetch = (client, { address }) =>
  client.prefetchQuery(optimizationListQuery(optimizationParamsOf(address)));

/** All GMB optimizations, newest first: searched, filtered and paged by the server. */
export function OptimizationsPage() {
  const filters = useOptimizationFilters();
  const list = optimizationListQuery(filters.params);
  const { data } = useQuery({ ...list, placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="GMB Profile Optimization"
        subtitle="Better Google Business Profiles for your clients to approve"
        actions={<CreateButton to={CREATE_PATH} text="Create Optimization" />}
      />
      <OptimizationFilterBar filters={filters} total={data?.total} />
      <PagedList
        query={list}
        listPage={filters.listPage}
        name="GMB optimizations"
        empty={<NoOptimizations filters={filters} />}
      >
        {(optimizations, isStale) => <OptimizationRows optimizations={optimizations} isStale={isStale} />}
      </PagedList>
    </>
  );
}

function NoOptimizations({ filters: { isFiltered, clear } }: { filters: OptimizationFilters }) {
  if (isFiltered) {
    return (
      <EmptyState
        text="No GMB optimizations found"
        hint="Nothing matches the search and the filter."
        action={<Button onClick={clear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      text="No GMB optimization packages yet"
      hint="An optimization suggests better texts for a client’s Google Business Profile, section by section."
      action={<CreateButton to={CREATE_PATH} text="Create Your First Optimization" quiet />}
    />
  );
}
