import type { MomentListItem, MomentSort } from '@gmb-moments/backend/contract/moments';
import { ConfigProvider, Table, type TableProps } from 'antd';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';
import { ViewMoment } from './view-moment';
import type { MomentFilters } from './use-moment-filters';

interface Props {
  moments: MomentListItem[];
  filters: MomentFilters;
  isStale: boolean;
}

/** A page of moments, one a row; sorted by the server. */
export function MomentTable({ moments, filters, isStale }: Props) {
  return (
    <ConfigProvider theme={CALM}>
      <Table<MomentListItem>
        rowKey="id"
        columns={columns(filters.params.sort)}
        dataSource={moments}
        loading={isStale}
        pagination={false}
        onChange={(_pages, _filters, sorter) => filters.change({ sort: toSort(sorter) })}
      />
    </ConfigProvider>
  );
}

// The arrow in the head says enough: no shade over a whole column.
const CALM = { components: { Table: { bodySortBg: 'transparent' } } };

function columns(sort: MomentSort | undefined): TableProps<MomentListItem>['columns'] {
  return [
    {
      title: 'Title',
      key: 'title',
      ...sortable('title', sort),
      render: (_value, { id, title }) => (
        <Link to={`/moments/${id}`} style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {title}
        </Link>
      ),
    },
    {
      title: 'Business',
      key: 'business',
      render: (_value, { client }) => <span style={{ overflowWrap: 'anywhere' }}>{client.business}</span>,
    },
    { title: 'Images', dataIndex: 'imageCount', align: 'end', width: 90 },
    { title: 'Status', key: 'status', width: 120, render: (_value, { status }) => <StatusTag status={status} /> },
    {
      title: 'Created',
      key: 'createdAt',
      width: 170,
      ...sortable('createdAt', sort),
      render: (_value, { createdAt }) => <RelativeTime date={createdAt} />,
    },
    { title: 'View', key: 'view', align: 'end', width: 1, render: (_value, moment) => <ViewMoment moment={moment} /> },
  ];
}

function sortable(field: 'title' | 'createdAt', sort: MomentSort | undefined) {
  const order = sort === field ? 'ascend' : sort === `-${field}` ? 'descend' : null;
  return { sorter: true, sortOrder: order } as const;
}

function toSort(sorter: Parameters<NonNullable<TableProps<MomentListItem>['onChange']>>[2]): string {
  const by = Array.isArray(sorter) ? sorter[0] : sorter;
  if (!by?.order) return '';
  return by.order === 'descend' ? `-${String(by.columnKey)}` : String(by.columnKey);
}
