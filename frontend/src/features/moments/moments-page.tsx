import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { CreateButton, PagedList } from '../../ui/list-page';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import { MomentFilterBar, momentParamsOf, useMomentFilters, type MomentFilters } from './moment-filters';
import { MomentRows } from './moment-rows';
import { momentListQuery } from '../../records/moments';

/** What the page shows first. */
export const prefetchMoments: Prefetch = (client, { address }) =>
  client.prefetchQuery(momentListQuery(momentParamsOf(address)));

/** All moments: searched, filtered, sorted and paged by the server. */
export function MomentsPage() {
  const filters = useMomentFilters();
  const list = momentListQuery(filters.params);
  const { data } = useQuery({ ...list, placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Moments"
        subtitle="Packages of images for your clients to approve"
        actions={<CreateButton to="/moments/create" text="Create Moment" />}
      />
      <MomentFilterBar filters={filters} total={data?.total} />
      <PagedList query={list} listPage={filters.listPage} name="moments" empty={<NoMoments filters={filters} />}>
        {(moments, isStale) => <MomentRows moments={moments} filters={filters} isStale={isStale} />}
      </PagedList>
    </>
  );
}

function NoMoments({ filters: { isFiltered, clear } }: { filters: MomentFilters }) {
  if (isFiltered) {
    return (
      <EmptyState
        text="No moments found"
        hint="Nothing matches the search and the filters."
        action={<Button onClick={clear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      text="No moments found"
      hint="A moment is a package of photos for one client: upload, caption, share, get it approved."
      action={<CreateButton to="/moments/create" text="Create Your First Moment" quiet />}
    />
  );
}
