import { OPTIMIZATION_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { choiceFilter, searchFilter } from '../../ui/list-filters';
import { ownerFilter } from '../../ui/owner-filter';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import { CreateButton, prefetchList, ResourceList, useResourceList } from '../../ui/resource-list';
import { STATUS_LABELS } from '../../ui/status-tag';
import { optimizationListQuery } from '../../records/optimizations';
import { useColleagues } from '../../records/owners';
import { OPTIMIZATION_ROWS } from './optimization-rows';
import { useCan } from '../../records/permissions';

const CREATE_PATH = '/gmb-optimizations/create';

const OPTIMIZATIONS = {
  name: 'GMB optimizations',
  nouns: ['optimization', 'optimizations'],
  query: optimizationListQuery,
  filters: {
    search: searchFilter('Search GMB optimizations', 'Search by business'),
    status: choiceFilter({
      label: 'Filter by status',
      all: 'All statuses',
      options: OPTIMIZATION_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
      style: { flex: '0 1 140px' },
    }),
    due: choiceFilter({
      label: 'Filter by due day',
      all: 'Any due day',
      options: [{ value: 'overdue', label: 'Overdue' }],
      style: { flex: '0 0 142px' },
    }),
    owner: ownerFilter(useColleagues),
  },
} as const;

/** Prefetches the first page of the list. */
export const prefetchOptimizations = prefetchList(OPTIMIZATIONS);

/** The list of all GMB optimizations, newest first. */
export function OptimizationsPage() {
  const canCreate = useCan('review.edit');
  return (
    <>
      <PageHeader
        title="GMB Profile Optimization"
        subtitle="Better Google Business Profiles for your clients to approve"
        actions={canCreate && <CreateButton to={CREATE_PATH} text="Create Optimization" />}
      />
      <ResourceList
        list={useResourceList(OPTIMIZATIONS)}
        rows={OPTIMIZATION_ROWS}
        empty={
          <EmptyState
            text="No GMB optimization packages yet"
            hint="An optimization suggests better texts for a client’s Google Business Profile, section by section."
            action={canCreate && <CreateButton to={CREATE_PATH} text="Create Your First Optimization" quiet />}
          />
        }
      />
    </>
  );
}
