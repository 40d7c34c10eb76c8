import { useQueries, useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CheckCircleIcon, ClockIcon, ImagesIcon, UsersIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import type { Prefetch } from '../../lib/prefetch';
import { clientCountQuery, momentCountQuery, recentMomentsQuery } from './dashboard.api';
import styles from './dashboard.module.css';
import { NextThings } from './next-things';
import { RecentActivity } from './recent-activity';

/** What the dashboard shows first. */
export const prefetchDashboard: Prefetch = (client) =>
  Promise.all([
    client.prefetchQuery(clientCountQuery),
    client.prefetchQuery(momentCountQuery('pending')),
    client.prefetchQuery(momentCountQuery('generated')),
    client.prefetchQuery(momentCountQuery('approved')),
    client.prefetchQuery(recentMomentsQuery),
  ]);

/** The dashboard: counts of clients and moments, what waits for staff, and the newest moments. */
export function DashboardPage() {
  const clients = useQuery(clientCountQuery);
  const [pending, generated, approved] = useQueries({
    queries: [momentCountQuery('pending'), momentCountQuery('generated'), momentCountQuery('approved')],
  });
  const recent = useQuery(recentMomentsQuery);
  const failed = [clients, pending, generated, approved, recent].filter(
    (query) => query.isError && query.data === undefined,
  );
  const active: Count = {
    data: pending.data === undefined || generated.data === undefined ? undefined : pending.data + generated.data,
    isError: pending.isError || generated.isError,
  };
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
          style={{ marginBottom: 16 }}
        />
      )}
      <div className={styles['frame']}>
        <div className={styles['figures']}>
          <Figure title="Total Clients" to="/clients" count={clients} icon={<UsersIcon />} />
          <Figure title="Active Moments" to="/moments" count={active} icon={<ImagesIcon />} />
          <Figure title="Pending Approval" to="/moments?status=pending" count={pending} icon={<ClockIcon />} />
          <Figure title="Approved" to="/moments?status=approved" count={approved} icon={<CheckCircleIcon />} />
        </div>
        <div className={styles['columns']}>
          <NextThings moments={recent.data?.items} />
          {!(recent.isError && !recent.data) && <RecentActivity moments={recent.data?.items} />}
        </div>
      </div>
    </>
  );
}

/** The part of a count query that a figure shows. */
interface Count {
  data: number | undefined;
  isError: boolean;
}

const NUMBER = new Intl.NumberFormat('en');

interface FigureProps {
  title: string;
  /** The list of what is counted. */
  to: string;
  count: Count;
  icon: ReactNode;
}

function Figure({ title, to, count, icon }: FigureProps) {
  const placeholder = count.isError ? '—' : <Skeleton.Button active size="small" style={{ verticalAlign: 'middle' }} />;
  return (
    <section aria-label={title} className={styles['figure']}>
      <Link to={to} className={styles['figureLink']}>
        <span className={styles['figureTitle']}>
          {icon}
          {title}
        </span>
        <span className={styles['number']}>{count.data === undefined ? placeholder : NUMBER.format(count.data)}</span>
      </Link>
    </section>
  );
}
