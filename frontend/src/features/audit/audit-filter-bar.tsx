import { AUDIT_GROUPS } from '@gmb-moments/backend/contract/audit';
import { auditActor } from '@gmb-moments/backend/contract/audit-words';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { auditQuery } from '../../records/audit';
import { teamQuery } from '../../records/team';
import { NativeSelect } from '../../ui/native-select';
import { SearchBox } from '../../ui/search-box';
import type { AuditFilterState } from './audit-filters';
import styles from './audit.module.css';

const GROUPS = Object.entries(AUDIT_GROUPS).map(([value, label]) => ({ value, label }));

/** The controls above the audit log. */
export function AuditFilterBar({ state: { filters, change } }: { state: AuditFilterState }) {
  return (
    <div className={`row wrap gap-8 ${styles['bar']}`}>
      <SearchBox
        label="Search the audit log"
        placeholder="Search by what was changed"
        value={filters.target ?? ''}
        onSearch={(text) => change('target', text)}
      />
      <NativeSelect
        aria-label="Filter by person"
        value={filters.who ?? ''}
        options={[{ value: '', label: 'Everybody' }, ...usePeople(filters)]}
        onChange={(who) => change('who', who)}
        style={{ flex: '1 1 140px', maxWidth: 220 }}
      />
      <NativeSelect
        aria-label="Filter by kind"
        value={filters.group ?? ''}
        options={[{ value: '', label: 'All entries' }, ...GROUPS]}
        onChange={(group) => change('group', group)}
        style={{ flex: '1 1 140px', maxWidth: 220 }}
      />
      <DayField label="From" value={filters.from} max={filters.to} onChange={(day) => change('from', day)} />
      <DayField label="To" value={filters.to} min={filters.from} onChange={(day) => change('to', day)} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

function DayField({ label, value = '', onChange, ...bounds }: DayFieldProps) {
  const id = useId();
  return (
    <div className={`row gap-4-8 muted ${styles['dayField']}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="field"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...bounds}
      />
    </div>
  );
}

/** The team, those of the entries who left it, and who has no account. */
function usePeople(filters: AuditFilterState['filters']): { value: string; label: string }[] {
  const { data: team = [] } = useQuery(teamQuery);
  const { data } = useInfiniteQuery(auditQuery(filters));
  const people = new Map(team.map(({ id, name, email }) => [id, name || email]));
  for (const entry of data?.pages.flatMap(({ entries }) => entries) ?? []) {
    const { actor, userId } = entry;
    if (userId && actor === 'staff' && !people.has(userId)) people.set(userId, `${auditActor(entry)} (removed)`);
  }
  const { who } = filters;
  const words: [string, string][] = [
    ['program', 'Programs with API keys'],
    ['visitor', 'Somebody without an account'],
    ['commandLine', 'Somebody on the server'],
  ];
  if (who && !people.has(who) && words.every(([word]) => word !== who)) people.set(who, 'Somebody who was removed');
  return [...people, ...words].map(([value, label]) => ({ value, label }));
}
