import {
  AUDIT_ACTORS,
  type AuditActor,
  type AuditEntryView,
  type AuditGroup,
  type AuditView,
} from '@gmb-moments/backend/contract/audit';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { toDay } from '../lib/days';
import { http } from '../lib/http';

const PATH = '/api/audit';

/** Which entries of the audit log are shown. */
export interface AuditFilters {
  /** The id of a member of staff, or a kind of actor. */
  who: string | undefined;
  group: AuditGroup | undefined;
  target: string | undefined;
  /** The first and the last day, as date fields write them. */
  from: string | undefined;
  to: string | undefined;
}

/** The entries of these filters, the newest first, part by part. */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions<AuditView, Error, InfiniteData<AuditView>, readonly unknown[], string | null>({
    queryKey: [PATH, filters],
    queryFn: ({ pageParam: before, signal }) =>
      http.get<AuditView>(`${PATH}?${paramsOf({ ...filters, before: before ?? undefined })}`, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)!.id : null),
  });
}

/** Where these entries are downloaded as a file. */
export function auditExportAddress(format: 'csv' | 'jsonl', filters: AuditFilters): string {
  const params = paramsOf(filters).toString();
  return `${PATH}/export.${format}${params && `?${params}`}`;
}

function paramsOf({ who, group, target, from, to, before }: AuditFilters & { before?: string | undefined }) {
  const isKind = AUDIT_ACTORS.includes(who as AuditActor);
  const values = {
    ...(who && { [isKind ? 'actor' : 'userId']: who }),
    group,
    target,
    since: from && startOf(from),
    until: to && startOf(to, 1),
    before,
  };
  return new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** The beginning of a day here, or of one so many days after it. */
function startOf(day: string, daysLater = 0): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

const PAGES: Partial<Record<AuditEntryView['target']['kind'], string>> = {
  client: '/clients',
  moment: '/moments',
  optimization: '/gmb-optimizations',
};

/** The page of what an entry is about; `null` if there is none, or not any more. */
export function targetPath({ target: { kind, id }, isThere }: AuditEntryView): string | null {
  const path = PAGES[kind];
  return isThere && path && id ? `${path}/${id}` : null;
}

/** Entries by the day here, each with those of it. */
export function byDay(entries: AuditEntryView[]): { day: string; entries: AuditEntryView[] }[] {
  const days: { day: string; entries: AuditEntryView[] }[] = [];
  for (const entry of entries) {
    const day = toDay(new Date(entry.at));
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] });
    days.at(-1)!.entries.push(entry);
  }
  return days;
}
