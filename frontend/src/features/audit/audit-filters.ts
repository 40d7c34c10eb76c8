import { AUDIT_GROUPS, type AuditGroup } from '@gmb-moments/backend/contract/audit';
import { useSearchParams } from 'react-router-dom';
import type { AuditFilters } from '../../records/audit';

/** The filters of the audit log, which stand in the address, and how they are changed. */
export interface AuditFilterState {
  filters: AuditFilters;
  isFiltered: boolean;
  /** Sets a filter; an empty text removes it. */
  change: (name: keyof AuditFilters, text: string) => void;
  clear: () => void;
}

export function useAuditFilters(): AuditFilterState {
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  return {
    filters,
    isFiltered: Object.values(filters).some(Boolean),
    change: (name, text) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (text) next.set(name, text);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    clear: () => setAddress({}, { replace: true }),
  };
}

/** The filters that an address names, without what is none. */
export function readFilters(address: URLSearchParams): AuditFilters {
  const group = address.get('group') ?? '';
  return {
    who: address.get('who') ?? undefined,
    group: group in AUDIT_GROUPS ? (group as AuditGroup) : undefined,
    target: address.get('target')?.trim() || undefined,
    from: dayIn(address, 'from'),
    to: dayIn(address, 'to'),
  };
}

function dayIn(address: URLSearchParams, name: string): string | undefined {
  const day = address.get(name) ?? '';
  return /^2\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
