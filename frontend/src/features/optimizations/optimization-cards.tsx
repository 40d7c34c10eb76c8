import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { Card, Flex, Spin, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';
import { OpenOptimization, pathOfOptimization } from './open-optimization';
import { OptimizationProgress } from './optimization-progress';

interface Props {
  optimizations: OptimizationListItem[];
  isStale: boolean;
}

/** A page of optimizations where a table has no room. */
export function OptimizationCards({ optimizations, isStale }: Props) {
  return (
    <Spin spinning={isStale}>
      <ul
        aria-label="GMB optimizations"
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
          gap: 8,
          listStyle: 'none',
          margin: 0,
          padding: 0,
        }}
      >
        {optimizations.map((optimization) => (
          <li key={optimization.id}>
            <OptimizationCard optimization={optimization} />
          </li>
        ))}
      </ul>
    </Spin>
  );
}

function OptimizationCard({ optimization }: { optimization: OptimizationListItem }) {
  return (
    <Card size="small" style={{ height: '100%' }}>
      <Flex vertical gap="small">
        <Flex justify="space-between" align="start" gap="small">
          <Link to={pathOfOptimization(optimization)} style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {optimization.businessName}
          </Link>
          <StatusTag status={optimization.status} />
        </Flex>
        <Typography.Text style={{ overflowWrap: 'anywhere' }}>{optimization.client.business}</Typography.Text>
        <Flex justify="space-between" align="center" gap="small">
          <Flex vertical>
            <OptimizationProgress {...optimization} />
            <Typography.Text type="secondary">
              <RelativeTime date={optimization.createdAt} />
            </Typography.Text>
          </Flex>
          <OpenOptimization optimization={optimization} />
        </Flex>
      </Flex>
    </Card>
  );
}
