import { EditOutlined } from '../../components/icons';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button, Flex, Grid, Table, theme, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { ConfirmDelete } from '../../components/confirm-delete';
import { Hint } from '../../components/hint';
import { pagerOf, useExistingPage, useListPage } from '../../components/list-page';
import { useIsMobile } from '../../lib/media';
import { AgencyMark, MARK_SIZE } from './agency-mark';
import { useDeleteAgency } from './agency-mutations';
import { DomainActions } from './domain-actions';
import { DomainMarker } from './domain-marker';

interface AgencyTableProps {
  agencies: AgencyView[];
  onEdit: (agency: AgencyView) => void;
}

/** The agencies, one a row. */
export function AgencyTable({ agencies, onEdit }: AgencyTableProps) {
  const narrow = useIsMobile();
  const listPage = useListPage();
  useExistingPage(listPage, agencies.length);
  const isWide = Grid.useBreakpoint().xl ?? false;
  const actions = (agency: AgencyView) => <Actions agency={agency} onEdit={() => onEdit(agency)} />;
  const columns = isWide ? wideColumns(actions) : stackedColumns(actions);
  return (
    <Table<AgencyView>
      size={narrow ? 'small' : 'large'}
      rowKey="id"
      columns={columns}
      dataSource={agencies}
      pagination={pagerOf(listPage)}
    />
  );
}

type Columns = NonNullable<TableProps<AgencyView>['columns']>;
type Render = (agency: AgencyView) => ReactNode;

function wideColumns(actions: Render): Columns {
  return [
    { title: 'Name', key: 'name', render: (_value, agency) => <Name agency={agency} /> },
    {
      title: 'Custom Domain',
      key: 'customDomain',
      width: '42%',
      render: (_value, agency) => <DomainMarker agency={agency} />,
    },
    {
      title: 'Actions',
      key: 'actions',
      align: 'end',
      width: 1,
      render: (_value, agency) => (
        <Flex gap={4} justify="end">
          <DomainActions agency={agency} />
          {actions(agency)}
        </Flex>
      ),
    },
  ];
}

/** Where columns have no room, the domain and what can be done about it stand below the name. */
function stackedColumns(actions: Render): Columns {
  return [
    {
      title: 'Name',
      key: 'name',
      render: (_value, agency) => (
        <Flex vertical gap={8}>
          <Name agency={agency} align="start" />
          {agency.customDomain && <DomainMarker agency={agency} />}
          <DomainActions agency={agency} />
        </Flex>
      ),
    },
    {
      title: 'Actions',
      key: 'actions',
      align: 'end',
      width: 1,
      onCell: () => ({ style: { verticalAlign: 'top' } }),
      render: (_value, agency) => actions(agency),
    },
  ];
}

/** At the start, its first line is level with the mark and the actions, however many lines it has. */
function Name({ agency, align = 'center' }: { agency: AgencyView; align?: 'center' | 'start' }) {
  const { token } = theme.useToken();
  const paddingTop = align === 'start' ? (MARK_SIZE - token.fontSize * token.lineHeight) / 2 : 0;
  return (
    <Flex align={align} gap={12}>
      <AgencyMark agency={agency} />
      <div style={{ minWidth: 0, paddingTop, fontWeight: token.fontWeightStrong, overflowWrap: 'anywhere' }}>
        {agency.name}
      </div>
    </Flex>
  );
}

function Actions({ agency, onEdit }: { agency: AgencyView; onEdit: () => void }) {
  const remove = useDeleteAgency();
  return (
    <Flex gap={4} justify="end">
      <Hint text={`Edit ${agency.name}`}>
        <Button type="text" icon={<EditOutlined />} aria-label={`Edit ${agency.name}`} onClick={onEdit} />
      </Hint>
      <ConfirmDelete
        label={`Delete ${agency.name}`}
        title="Delete agency?"
        text={`${agency.name} and its logo are deleted. Its clients stay, without an agency. This cannot be undone.`}
        onConfirm={() => remove.mutateAsync(agency.id)}
      />
    </Flex>
  );
}
