import { CheckCircleFilled, EditOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button, Flex, Table, theme, type TableProps } from 'antd';
import { ConfirmDelete } from '../../components/confirm-delete';
import { Hint } from '../../components/hint';
import { useIsMobile } from '../../lib/media';
import { AgencyMark } from './agency-mark';
import { useDeleteAgency } from './agency-mutations';

const PAGE_SIZE = 20;

interface AgencyTableProps {
  agencies: AgencyView[];
  onEdit: (agency: AgencyView) => void;
}

/** The agencies, one a row. */
export function AgencyTable({ agencies, onEdit }: AgencyTableProps) {
  const narrow = useIsMobile();
  const columns: TableProps<AgencyView>['columns'] = [
    { title: 'Name', key: 'name', render: (_value, agency) => <Name agency={agency} /> },
    {
      title: 'Custom Domain',
      key: 'customDomain',
      responsive: ['md'],
      width: '45%',
      render: (_value, agency) => <Domain agency={agency} />,
    },
    {
      title: 'Actions',
      key: 'actions',
      align: 'end',
      width: 1,
      render: (_value, agency) => <Actions agency={agency} onEdit={() => onEdit(agency)} />,
    },
  ];
  return (
    <Table<AgencyView>
      size={narrow ? 'small' : 'large'}
      rowKey="id"
      columns={columns}
      dataSource={agencies}
      pagination={{
        pageSize: PAGE_SIZE,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: () => window.scrollTo({ top: 0 }),
      }}
    />
  );
}

/** On a phone the domain stands below the name, since its column does not fit. */
function Name({ agency }: { agency: AgencyView }) {
  const { token } = theme.useToken();
  const narrow = useIsMobile();
  return (
    <Flex align="center" gap={12}>
      <AgencyMark agency={agency} />
      <div style={{ minWidth: 0 }}>
        <div style={{ fontWeight: token.fontWeightStrong, overflowWrap: 'anywhere' }}>{agency.name}</div>
        {narrow && agency.customDomain && <Domain agency={agency} />}
      </div>
    </Flex>
  );
}

function Domain({ agency: { customDomain, domainVerified } }: { agency: AgencyView }) {
  const { token } = theme.useToken();
  if (!customDomain) return <>—</>;
  return (
    <div>
      <div style={{ overflowWrap: 'anywhere' }}>{customDomain}</div>
      <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM, whiteSpace: 'nowrap' }}>
        {domainVerified ? (
          <CheckCircleFilled style={{ color: token.colorSuccess }} />
        ) : (
          <ExclamationCircleOutlined style={{ color: token.colorWarning }} />
        )}{' '}
        {domainVerified ? 'Verified' : 'Not verified'}
      </span>
    </div>
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
