import type { MomentQuery } from '@gmb-moments/backend/contract/moments';
import { MOMENT_FILTERS, MOMENT_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { Choice } from '../../ui/choice';
import { FilterBar } from '../../ui/filter-bar';
import { SearchBox } from '../../ui/search-box';
import { ClientSelect } from '../../records/client-select';
import { listParamsOf, useListAddress } from '../../ui/list-page';

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...MOMENT_STATUSES.map((status) => ({ value: status, label: status[0]!.toUpperCase() + status.slice(1) })),
  { value: 'active', label: 'Generated or pending' },
];

/** Search box, status filter and client filter of the moment list. */
export function MomentFilterBar({ filters, total }: { filters: MomentFilters; total: number | undefined }) {
  return (
    <FilterBar count={total === undefined ? '' : total === 1 ? '1 moment' : `${total.toLocaleString('en')} moments`}>
      <SearchBox
        label="Search moments"
        placeholder="Search by title or business"
        value={filters.search}
        onSearch={(search) => filters.change({ search })}
      />
      <Choice
        aria-label="Filter by status"
        value={filters.params.status ?? ''}
        options={STATUS_OPTIONS}
        onChange={(status) => filters.change({ status })}
        style={{ flex: '0 1 clamp(140px, 15vw, 190px)' }}
      />
      <ClientSelect
        aria-label="Filter by client"
        placeholder="All clients"
        allowClear
        value={filters.params.clientId}
        onChange={(clientId) => filters.change({ clientId: clientId ?? '' })}
        style={{ flex: '0 1 200px', minWidth: 130 }}
      />
    </FilterBar>
  );
}

const SORTS = ['createdAt', '-createdAt', 'title', '-title'] as const;
const NEWEST_FIRST = '-createdAt';

/** Query parameters of the list that an address names. */
export function momentParamsOf(address: URLSearchParams): MomentQuery {
  return {
    search: address.get('search')?.trim() || undefined,
    status: MOMENT_FILTERS.find((status) => status === address.get('status')),
    clientId: address.get('clientId') || undefined,
    sort: SORTS.find((sort) => sort === address.get('sort')) ?? NEWEST_FIRST,
    ...listParamsOf(address),
  };
}

/** Keeps the filters of the list in the address, so that a reload, the back button and a shared link keep them. */
export function useMomentFilters() {
  const { address, listPage, change, clear } = useListAddress<'search' | 'status' | 'clientId' | 'sort'>();
  const params = momentParamsOf(address);
  return {
    params,
    listPage,
    search: address.get('search') ?? '',
    isFiltered: Boolean(params.search || params.status || params.clientId),
    change,
    clear,
  };
}

export type MomentFilters = ReturnType<typeof useMomentFilters>;
