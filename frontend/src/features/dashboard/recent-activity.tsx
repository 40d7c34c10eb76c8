import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import type { MomentStatus } from '@gmb-moments/backend/contract/statuses';
import { Card, Flex, Skeleton, theme } from 'antd';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';

// Spec 4, "Dashboard labels".
const LABELS: Record<MomentStatus, string> = {
  approved: 'Moment approved',
  rejected: 'Feedback received',
  pending: 'Awaiting approval',
  generated: 'Captions generated',
  draft: 'New moment created',
};

/** The newest moments, each a link to its page; placeholders until they are there. */
export function RecentActivity({ moments }: { moments: MomentListItem[] | undefined }) {
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>Recent Activity</h2>} styles={{ body: { padding: 8 } }}>
      {!moments && <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} style={{ padding: 16 }} />}
      {moments?.length === 0 && (
        <EmptyState text="No recent activity yet" action={<Link to="/moments/create">Create Moment</Link>} />
      )}
      {moments && moments.length > 0 && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {moments.map((moment) => (
            <li key={moment.id}>
              <Entry moment={moment} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ moment }: { moment: MomentListItem }) {
  const { token } = theme.useToken();
  return (
    <Link to={`/moments/${moment.id}`} style={{ display: 'block', padding: '12px 16px', color: token.colorText }}>
      <Flex wrap justify="space-between" gap="4px 16px">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <Flex wrap align="center" gap="4px 8px">
            <span style={{ fontWeight: token.fontWeightStrong, overflowWrap: 'anywhere' }}>{moment.title}</span>
            <StatusTag status={moment.status} label={LABELS[moment.status] ?? LABELS.draft} />
          </Flex>
          <div style={{ color: token.colorTextSecondary, overflowWrap: 'anywhere' }}>
            {moment.client?.business || 'Unknown Client'}
          </div>
        </div>
        <span style={{ color: token.colorTextSecondary }}>
          <RelativeTime date={moment.createdAt} />
        </span>
      </Flex>
    </Link>
  );
}
