import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Card, Flex, Spin, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';
import { ViewMoment } from './view-moment';

/** A page of moments for a narrow screen. */
export function MomentCards({ moments, isStale }: { moments: MomentListItem[]; isStale: boolean }) {
  return (
    <Spin spinning={isStale}>
      <Flex
        component="ul"
        vertical
        gap="small"
        aria-label="Moments"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {moments.map((moment) => (
          <li key={moment.id}>
            <MomentCard moment={moment} />
          </li>
        ))}
      </Flex>
    </Spin>
  );
}

function MomentCard({ moment }: { moment: MomentListItem }) {
  return (
    <Card size="small">
      <Flex vertical gap="small">
        <Flex justify="space-between" align="start" gap="small">
          <Link to={`/moments/${moment.id}`} style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {moment.title}
          </Link>
          <StatusTag status={moment.status} />
        </Flex>
        <Typography.Text style={{ overflowWrap: 'anywhere' }}>{moment.client.business}</Typography.Text>
        <Flex justify="space-between" align="center" gap="small">
          <Typography.Text type="secondary">
            {moment.imageCount === 1 ? '1 image' : `${moment.imageCount} images`} ·{' '}
            <RelativeTime date={moment.createdAt} />
          </Typography.Text>
          <ViewMoment moment={moment} />
        </Flex>
      </Flex>
    </Card>
  );
}
