import type { StaffEvents } from '@gmb-moments/backend/contract/events';
import { MOMENT_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEvent } from '../../lib/socket';
import { choiceFilter, idFilter, searchFilter } from '../../ui/list-filters';
import { ownerFilter } from '../../ui/owner-filter';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import { CreateButton, prefetchList, ResourceList, useResourceList } from '../../ui/resource-list';
import { STATUS_LABELS } from '../../ui/status-tag';
import { clientsQuery } from '../../records/clients';
import { ClientSelect } from '../../ui/client-select';
import { momentListQuery } from '../../records/moments';
import { useColleagues } from '../../records/owners';
import { useListSelection } from '../../ui/use-list-selection';
import { MOMENT_ROWS } from './moment-rows';
import { SelectionBar } from './selection-bar';
import { useMay } from '../../records/permissions';

const SORTS = ['createdAt', '-createdAt', 'title', '-title'] as const;
const NEWEST_FIRST = '-createdAt';

const MOMENTS = {
  name: 'moments',
  nouns: ['moment', 'moments'],
  query: momentListQuery,
  filters: {
    search: searchFilter('Search moments', 'Search by title or business'),
    status: choiceFilter({
      label: 'Filter by status',
      all: 'All statuses',
      options: [
        ...MOMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
        { value: 'active' as const, label: 'Generated or pending' },
      ],
      style: { flex: '0 1 clamp(130px, 12vw, 190px)' },
    }),
    due: choiceFilter({
      label: 'Filter by due day',
      all: 'Any due day',
      options: [{ value: 'overdue', label: 'Overdue' }],
      style: { flex: '0 0 142px' },
    }),
    clientId: idFilter((clientId, onChange) => <ClientFilter clientId={clientId} onChange={onChange} />),
    owner: ownerFilter(useColleagues),
    // Without a control: columns are sorted by their headers.
    sort: { read: (text: string) => SORTS.find((sort) => sort === text) ?? NEWEST_FIRST },
  },
} as const;

/** Prefetches the first page of the list. */
export const prefetchMoments = prefetchList(MOMENTS);

function ClientFilter({ clientId, onChange }: { clientId: string; onChange: (clientId: string) => void }) {
  return (
    <ClientSelect
      clients={useQuery(clientsQuery)}
      aria-label="Filter by client"
      placeholder="All clients"
      allowClear
      value={clientId || undefined}
      onChange={(chosen) => onChange(chosen ?? '')}
      style={{ flex: '0 1 150px', minWidth: 130 }}
    />
  );
}

/** The list of all moments. */
export function MomentsPage() {
  const may = useMay();
  const list = useResourceList(MOMENTS);
  const selection = useListSelection(list.query.data?.items ?? [], list.address);
  const { forget } = selection;
  useEffect(
    () => onEvent<StaffEvents, 'moment.deleted'>('moment.deleted', ({ momentId }) => forget(momentId)),
    [forget],
  );
  return (
    <>
      <PageHeader
        title="Moments"
        subtitle="Packages of images for your clients to approve"
        actions={may('review.edit') && <CreateButton to="/moments/create" text="Create Moment" />}
      />
      <ResourceList
        list={list}
        rows={MOMENT_ROWS}
        selection={may('review.deliver') ? selection : undefined}
        empty={
          <EmptyState
            text="No moments found"
            hint="A moment is a package of photos for one client: upload, caption, share, get it approved."
            action={may('review.edit') && <CreateButton to="/moments/create" text="Create Your First Moment" quiet />}
          />
        }
      />
      <SelectionBar selection={selection} />
    </>
  );
}
