import { useQueries, useQuery, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CheckCircleIcon, ClockIcon, ImagesIcon, UsersIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import styles from './dashboard.module.css';
import { RecentActivity } from './recent-activity';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { SampleRow } from '../../features/getting-started/sample-row';
import { FirstSteps, useFirstSteps } from '../../features/getting-started/first-steps';
import { NeedsYou } from '../../features/work/needs-you';
import { useWorkOwner } from '../../records/owners';
import { workQuery } from '../../records/work';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { MomentFilter } from '@gmb-moments/backend/contract/statuses';
import type { Page } from '../../lib/http';
import { pageQuery, type Prefetch } from '../../lib/query-client';
import { momentListQuery } from '../../records/moments';
import { useCan } from '../../records/permissions';

/** Prefetches the first data of the dashboard. */
export const prefetchDashboard: Prefetch = (client) =>
  Promise.all([
    client.prefetchQuery(clientCountQuery),
    client.prefetchQuery(momentCountQuery('pending')),
    client.prefetchQuery(momentCountQuery('active')),
    client.prefetchQuery(momentCountQuery('approved')),
    client.prefetchQuery(recentMomentsQuery),
  ]);

/** The dashboard: figures about clients and moments, the work list or first steps, and the newest moments. */
export function DashboardPage() {
  const clients = useQuery(clientCountQuery);
  const [active, pending, approved] = useQueries({
    queries: [momentCountQuery('active'), momentCountQuery('pending'), momentCountQuery('approved')],
  });
  const recent = useQuery(recentMomentsQuery);
  const failed = [clients, active, pending, approved, recent].filter(
    (query) => query.isError && query.data === undefined,
  );
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Overview of your GMB Moments management" />
      {failed.length > 0 && (
        <Alert
          type="error"
          showIcon
          title="Failed to load dashboard data"
          description={[
            failed.some((query) => query === clients) && 'Could not load clients.',
            failed.some((query) => query !== clients) && 'Could not load moments.',
          ]
            .filter(Boolean)
            .join(' ')}
          action={
            <Button size="small" onClick={() => failed.forEach((query) => void query.refetch())}>
              Try again
            </Button>
          }
          className={styles['failure']}
        />
      )}
      <div className={styles['frame']}>
        <div className={`grid frame ${styles['figures']}`}>
          <Figure title="Total Clients" to="/clients" count={clients} icon={<UsersIcon />} />
          <Figure title="Active Moments" to="/moments?status=active" count={active} icon={<ImagesIcon />} />
          <Figure title="Pending Approval" to="/moments?status=pending" count={pending} icon={<ClockIcon />} />
          <Figure title="Approved" to="/moments?status=approved" count={approved} icon={<CheckCircleIcon />} />
        </div>
        <div className={`grid top ${styles['columns']}`}>
          <NextThings moments={recent.data?.items} />
          {!(recent.isError && !recent.data) && <RecentActivity moments={recent.data?.items} />}
        </div>
      </div>
    </>
  );
}

const NUMBER = new Intl.NumberFormat('en');

interface FigureProps {
  title: string;
  /** Path of the list of the counted records. */
  to: string;
  count: Pick<UseQueryResult<number>, 'data' | 'isError'>;
  icon: ReactNode;
}

function Figure({ title, to, count, icon }: FigureProps) {
  const placeholder = count.isError ? '—' : <Skeleton.Button active size="small" style={{ verticalAlign: 'middle' }} />;
  return (
    <section aria-label={title} className="surface">
      {/* `between` aligns the numbers of all figures, even if a title wraps. */}
      <Link to={to} className={`column between ${styles['figureLink']}`}>
        <span className="row muted medium gap-8">
          {icon}
          {title}
        </span>
        <span className={`numbers block ${styles['number']}`}>
          {count.data === undefined ? placeholder : NUMBER.format(count.data)}
        </span>
      </Link>
    </section>
  );
}

/** The work list, and the first steps of a new team; only the first steps if nothing waits. */
function NextThings({ moments = [] }: { moments: MomentListItem[] | undefined }) {
  const [owner] = useWorkOwner();
  const { data: work } = useQuery(workQuery(owner));
  const sets = useCan('client.manage');
  const { done, sample, isPending, dismiss } = useFirstSteps();
  const isEmpty = work?.items.length === 0;
  // Only what waits for everybody says that nothing does.
  const isIdle = isEmpty && owner === 'all';
  const own = moments.find(({ imageCount, clientId }) => imageCount > 0 && clientId !== sample?.clientId);
  return (
    <div className="column shrink gap-24">
      {!(isIdle && done && sets) && <NeedsYou isLoading={isIdle && isPending} />}
      {sets && done && (
        <FirstSteps
          done={done}
          sample={sample}
          momentPath={own ? `/moments/${own.id}` : '/moments'}
          isNext={isEmpty}
          onDismiss={dismiss}
        />
      )}
      {sets && !done && sample && <SampleRow sample={sample} />}
    </div>
  );
}

// Counts come from the total of a page with one record, so the dashboard stays fast with any number of records.
const clientCountQuery = queryOptions({ ...pageQuery<ClientView>('/api/clients', { limit: 1 }), select: totalOf });

function momentCountQuery(status: MomentFilter) {
  return queryOptions({ ...momentListQuery({ status, limit: 1 }), select: totalOf });
}

const recentMomentsQuery = momentListQuery({ limit: 5, sort: '-createdAt' });

function totalOf(page: Page<unknown>): number {
  return page.total;
}
