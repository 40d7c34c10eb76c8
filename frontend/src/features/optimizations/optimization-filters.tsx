import type { OptimizationQuery } from '@gmb-moments/backend/contract/optimizations';
import { OPTIMIZATION_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { Choice } from '../../ui/choice';
import { FilterBar } from '../../ui/filter-bar';
import { listParamsOf, useListAddress } from '../../ui/list-page';
import { SearchBox } from '../../ui/search-box';
import { LABELS } from '../../ui/status-tag';

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...OPTIMIZATION_STATUSES.map((status) => ({ value: status, label: LABELS[status] })),
];

/** Search box and status filter of the list of optimizations. */
export function OptimizationFilterBar({ filters, total }: { filters: OptimizationFilters; total: number | undefined }) {
  const count = total === 1 ? '1 optimization' : `${total?.toLocaleString('en')} optimizations`;
  return (
    <FilterBar count={total === undefined ? '' : count}>
      <SearchBox
        label="Search GMB optimizations"
        placeholder="Search by business"
        value={filters.search}
        onSearch={(search) => filters.change({ search })}
      />
      <Choice
        aria-label="Filter by status"
        value={filters.params.status ?? ''}
        options={STATUS_OPTIONS}
        onChange={(status) => filters.change({ status })}
        style={{ flex: '0 1 140px' }}
      />
    </FilterBar>
  );
}

/** Query parameters of the list that an address names. */
export function optimizationParamsOf(address: URLSearchParams): OptimizationQuery & { limit: number; offset: number } {
  return {
    search: address.get('search')?.trim() || undefined,
    status: OPTIMIZATION_STATUSES.find((status) => status === address.get('status')),
    ...listParamsOf(address),
  };
}

/** Keeps the filters of the list in the address. */
export function useOptimizationFilters() {
  const { address, listPage, change, clear } = useListAddress<'search' | 'status'>();
  const params = optimizationParamsOf(address);
  return {
    params,
    listPage,
    search: address.get('search') ?? '',
    isFiltered: Boolean(params.search || params.status),
    change,
    clear,
  };
}

export type OptimizationFilters = ReturnType<typeof useOptimizationFilters>;
