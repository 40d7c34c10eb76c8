import { useQueries, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { PageHeader } from '../../components/page-header';
import { clientCountQuery, momentCountQuery, recentMomentsQuery } from './dashboard.api';
import { RecentActivity } from './recent-activity';
import { StatCards } from './stat-cards';

/** What there is, and what happened last. */
export function DashboardPage() {
  const clients = useQuery(clientCountQuery);
  const [pending, generated, approved] = useQueries({
    queries: [momentCountQuery('pending'), momentCountQuery('generated'), momentCountQuery('approved')],
  });
  const recent = useQuery(recentMomentsQuery);
  const ofMoments = [pending, generated, approved, recent];
  const failed = [clients, ...ofMoments].filter((query) => query.isError && query.data === undefined);

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
      <StatCards clients={clients} pending={pending} generated={generated} approved={approved} />
      {!(recent.isError && !recent.data) && <RecentActivity moments={recent.data?.items} />}
    </>
  );
}
