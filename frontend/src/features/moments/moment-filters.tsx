import { SearchOutlined } from '../../components/icons';
import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { MOMENT_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { Flex, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Choice } from '../../components/choice';
import { ClientSelect } from '../clients/client-select';
import { atMost } from '../../lib/characters';
import type { MomentFilters } from './use-moment-filters';

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...MOMENT_STATUSES.map((status) => ({ value: status, label: status[0]!.toUpperCase() + status.slice(1) })),
];
const TYPING_PAUSE_MS = 300;

/** Search box, status filter and client filter of the moment list. */
export function MomentFilterBar({ filters }: { filters: MomentFilters }) {
  return (
    <Flex wrap gap="small" style={{ marginBottom: 16 }}>
      <SearchBox value={filters.search} onSearch={(search) => filters.change({ search })} />
      <Choice
        aria-label="Filter by status"
        value={filters.params.status ?? ''}
        options={STATUS_OPTIONS}
        onChange={(status) => filters.change({ status })}
        style={{ flex: '1 1 150px', maxWidth: 240 }}
      />
      <ClientSelect
        aria-label="Filter by client"
        placeholder="All clients"
        allowClear
        value={filters.params.clientId}
        onChange={(clientId) => filters.change({ clientId: clientId ?? '' })}
        style={{ flex: '1 1 180px', maxWidth: 320 }}
      />
    </Flex>
  );
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  // What is typed stays on screen until it stands in the address.
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(search: string) {
    clearTimeout(timer.current);
    onSearch(search);
    setTyped(null);
  }

  return (
    <Input
      type="search"
      aria-label="Search moments"
      placeholder="Search by title or business"
      prefix={<SearchOutlined />}
      allowClear
      count={atMost(NAME_MAX)}
      value={typed ?? value}
      onChange={(event) => {
        const search = event.target.value;
        setTyped(search);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(search), TYPING_PAUSE_MS);
      }}
      onPressEnter={(event) => apply(event.currentTarget.value)}
      style={{ flex: '2 1 240px' }}
    />
  );
}
