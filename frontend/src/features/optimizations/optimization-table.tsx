import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { Table, type TableProps } from 'antd';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';
import { OpenOptimization, pathOfOptimization } from './open-optimization';
import { OptimizationProgress } from './optimization-progress';

interface Props {
  optimizations: OptimizationListItem[];
  /** Still showing the page before. */
  isStale: boolean;
}

/** A page of optimizations, one a row. */
export function OptimizationTable({ optimizations, isStale }: Props) {
  return (
    <Table<OptimizationListItem>
      rowKey="id"
      columns={COLUMNS}
      dataSource={optimizations}
      loading={isStale}
      pagination={false}
    />
  );
}

const COLUMNS: TableProps<OptimizationListItem>['columns'] = [
  {
    title: 'Client',
    key: 'client',
    render: (_value, { client }) => <span style={{ overflowWrap: 'anywhere' }}>{client.business}</span>,
  },
  {
    title: 'GMB Business Name',
    key: 'businessName',
    render: (_value, optimization) => (
      <Link to={pathOfOptimization(optimization)} style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {optimization.businessName}
      </Link>
    ),
  },
  {
    title: 'Created',
    key: 'createdAt',
    width: 180,
    render: (_value, { createdAt }) => <RelativeTime date={createdAt} />,
  },
  { title: 'Status', key: 'status', width: 120, render: (_value, { status }) => <StatusTag status={status} /> },
  {
    title: 'Progress',
    key: 'progress',
    width: 180,
    render: (_value, optimization) => <OptimizationProgress {...optimization} />,
  },
  {
    title: 'Actions',
    key: 'open',
    align: 'end',
    width: 1,
    render: (_value, optimization) => <OpenOptimization optimization={optimization} />,
  },
];
