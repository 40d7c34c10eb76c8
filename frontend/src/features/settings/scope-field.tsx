import type { LimitedScope, Scope } from '@gmb-moments/backend/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { use, useState, type ReactNode } from 'react';
import { matchesLabel } from '../../lib/characters';
import { countText } from '../../lib/count-text';
import { agenciesQuery } from '../../records/agencies';
import { clientsQuery } from '../../records/clients';
import { StaffMember } from '../../records/permissions';

interface ScopeFieldProps {
  id?: string;
  value?: Scope;
  onChange?: (scope: Scope) => void;
}

const NOTHING: LimitedScope = { agencyIds: [], clientIds: [] };

/**
 * Field for a scope: everything, or agencies with their clients and single clients. Switching to everything and back
 * keeps the previous choice. People with a limited scope can only choose within it.
 */
export function ScopeField({ id, value = NOTHING, onChange }: ScopeFieldProps) {
  const seesAll = use(StaffMember)?.scope === 'all';
  const [limited, setLimited] = useState(value === 'all' ? NOTHING : value);
  const choose = (scope: LimitedScope) => {
    setLimited(scope);
    onChange?.(scope);
  };
  return (
    <div className="column gap-8">
      {seesAll && (
        <Segmented<'all' | 'some'>
          aria-label="Scope"
          value={value === 'all' ? 'all' : 'some'}
          onChange={(which) => onChange?.(which === 'all' ? 'all' : limited)}
          options={[
            { value: 'some', label: 'Some clients' },
            { value: 'all', label: 'Everything' },
          ]}
          style={{ alignSelf: 'start' }}
        />
      )}
      {value !== 'all' && <ScopeSelect id={id} value={value} onChange={choose} />}
    </div>
  );
}

interface ScopeSelectProps {
  id: string | undefined;
  value: LimitedScope;
  onChange: (scope: LimitedScope) => void;
}

function ScopeSelect({ id, value, onChange }: ScopeSelectProps) {
  const agencies = useQuery(agenciesQuery);
  const clients = useQuery(clientsQuery);
  const own = use(StaffMember)?.scope ?? 'all';
  // The other agencies in the list are only visible because of single clients.
  const isWhole = (key: string) => own === 'all' || own.agencies.some((agency) => agency.id === key);
  const isLoading = agencies.isPending || clients.isPending;
  const options = [
    {
      label: 'Agencies, with all their clients',
      options: (agencies.data ?? [])
        .filter((agency) => isWhole(agency.id))
        .map(({ id: key, name }) => {
          const count = (clients.data ?? []).filter(({ agencyId }) => agencyId === key).length;
          return { value: `agency ${key}`, label: name, title: name, count: countText(count, 'client') };
        }),
    },
    {
      label: 'Single clients',
      options: (clients.data ?? []).map(({ id: key, business }) => {
        return { value: `client ${key}`, label: business, title: business, count: '' };
      }),
    },
  ];
  const known = new Map(options.flatMap((group) => group.options.map((option) => [option.value, option.label])));
  const chosen = [...value.agencyIds.map((key) => `agency ${key}`), ...value.clientIds.map((key) => `client ${key}`)];
  return (
    <Select
      id={id}
      mode="multiple"
      aria-label="Agencies and clients"
      placeholder="Choose agencies and clients"
      loading={isLoading}
      labelInValue
      // Records that were deleted meanwhile have no name, but can be removed from the choice.
      value={isLoading ? [] : chosen.map((key) => ({ value: key, label: known.get(key) ?? 'Removed meanwhile' }))}
      onChange={(picked) => {
        const keys = picked.map((one) => one.value);
        const idsOf = (kind: string) =>
          keys.filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));
        onChange({ agencyIds: idsOf('agency'), clientIds: idsOf('client') });
      }}
      showSearch={{ filterOption: (typed, option) => matchesLabel(typed, option) }}
      options={options}
      optionRender={optionRender}
    />
  );
}

/** Renders the name of an option, and the number of an agency's clients. */
function optionRender({ label, data }: { label?: ReactNode; data: object }): ReactNode {
  return (
    <span className="row between gap-8">
      <bdi className="clip">{label}</bdi>
      <span className="muted small nowrap">{(data as { count?: string }).count}</span>
    </span>
  );
}
