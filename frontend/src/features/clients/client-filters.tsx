import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Choice } from '../../ui/choice';
import { FilterBar } from '../../ui/filter-bar';
import { listParamsOf, useListAddress } from '../../ui/list-page';
import { SearchBox } from '../../ui/search-box';
import { isLabelled } from '../../lib/characters';
import { agenciesQuery } from '../../records/agencies';
import type { ClientListParams } from '../../records/clients';

const SORTS = [
  { value: 'business', label: 'By name' },
  { value: '-createdAt', label: 'Newest first' },
  { value: '-openCount', label: 'Most open work' },
] as const;

/** Search box, agency filter and order of the client list. */
export function ClientFilterBar({ filters, total }: { filters: ClientFilters; total: number | undefined }) {
  return (
    <FilterBar count={total === undefined ? '' : total === 1 ? '1 client' : `${total.toLocaleString('en')} clients`}>
      <SearchBox
        label="Search clients"
        placeholder="Search by business"
        value={filters.search}
        onSearch={(search) => filters.change({ search })}
      />
      <AgencyFilter value={filters.params.agencyId} onChange={(agencyId) => filters.change({ agencyId })} />
      <Choice
        id="client-sort"
        aria-label="Sort by"
        value={filters.params.sort}
        options={[...SORTS]}
        onChange={(sort) => filters.change({ sort: sort === SORTS[0].value ? '' : sort })}
        style={{ flex: '1 1 130px', maxWidth: 160 }}
      />
    </FilterBar>
  );
}

interface AgencyFilterProps {
  value: string | undefined;
  onChange: (agencyId: string) => void;
}

function AgencyFilter({ value, onChange }: AgencyFilterProps) {
  const { data: agencies, isPending, isError } = useQuery(agenciesQuery);
  return (
    <Select<string | undefined>
      id="client-agency"
      aria-label="Filter by agency"
      placeholder="All agencies"
      allowClear
      showSearch={{ filterOption: isLabelled }}
      loading={isPending}
      // Without the agencies it would show the id.
      value={agencies && value}
      options={agencies?.map(({ id, name }) => ({ value: id, label: name, title: name }))}
      notFoundContent={isError ? 'The agencies could not be loaded' : 'No agencies found'}
      onChange={(agencyId) => onChange(agencyId ?? '')}
      style={{ flex: '1 1 130px', maxWidth: 200 }}
    />
  );
}

/** Query parameters of the list that an address names. */
export function clientParamsOf(address: URLSearchParams): ClientListParams {
  return {
    search: address.get('search')?.trim() || undefined,
    agencyId: address.get('agencyId') || undefined,
    sort: (SORTS.find(({ value }) => value === address.get('sort')) ?? SORTS[0]).value,
    ...listParamsOf(address),
  };
}

/** Keeps the filters and the order of the list in the address. */
export function useClientFilters() {
  const { address, listPage, change, clear } = useListAddress<'search' | 'agencyId' | 'sort'>();
  const params = clientParamsOf(address);
  return {
    params,
    listPage,
    search: address.get('search') ?? '',
    isFiltered: Boolean(params.search || params.agencyId),
    change,
    clear,
  };
}

export type ClientFilters = ReturnType<typeof useClientFilters>;
