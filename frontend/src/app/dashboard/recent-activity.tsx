import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import type { MomentStatus } from '@gmb-moments/backend/contract/statuses';
import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/placeholders';
import { ProgressBar } from '../../ui/progress-bar';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import styles from './dashboard.module.css';

const LABELS: Record<MomentStatus, string> = {
  approved: 'Moment approved',
  rejected: 'Feedback received',
  pending: 'Awaiting approval',
  generated: 'Captions generated',
  draft: 'New moment created',
};

/** The newest moments with links to their pages; skeletons until they are loaded. */
export function RecentActivity({ moments }: { moments: MomentListItem[] | undefined }) {
  return (
    <div className={styles['recent']}>
      <h2 className="heading">Recent Activity</h2>
      {!moments && <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} style={{ paddingTop: 16 }} />}
      {moments?.length === 0 && (
        <EmptyState
          text="No recent activity yet"
          hint="Your newest packages will stand here."
          action={<Link to="/moments/create">Create Moment</Link>}
        />
      )}
      {moments && moments.length > 0 && (
        <ul>
          {moments.map((moment) => (
            <li key={moment.id}>
              <Entry moment={moment} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ moment }: { moment: MomentListItem }) {
  const { id, title, status, client, createdAt, imageCount, approvedCount, rejectedCount } = moment;
  return (
    <Link to={`/moments/${id}`} className={`column underlined gap-4 ${styles['entry']}`}>
      <span className="flex between top gap-8">
        <span dir="auto" className="clamp shrink anywhere semibold">
          {title}
        </span>
        <StatusTag status={status} label={LABELS[status]} />
      </span>
      <span className="flex between top gap-8 muted">
        <span dir="auto" className={`clamp shrink anywhere ${styles['client']}`}>
          {client?.business || 'Unknown Client'}
        </span>
        <span className="no-shrink">
          <RelativeTime date={createdAt} />
        </span>
      </span>
      <span className={`flex ${styles['bar']}`}>
        <ProgressBar
          total={imageCount}
          parts={[
            { tone: 'approved', count: approvedCount },
            { tone: 'rejected', count: rejectedCount },
          ]}
        />
      </span>
    </Link>
  );
}
