import { EyeOutlined } from '../../components/icons';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { Button, Flex, Table, Tag, Typography, type TableProps } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { ConfirmDelete } from '../../components/confirm-delete';
import { pagerOf, useExistingPage, useListPage } from '../../components/list-page';
import { useIsMobile } from '../../lib/media';
import { useDeleteClient } from './client-mutations';

const SHOWN_CATEGORIES = 3;

/** The clients, one a row. On a phone only the business and its actions fit. */
export function ClientTable({ clients }: { clients: ClientView[] }) {
  const narrow = useIsMobile();
  const listPage = useListPage();
  useExistingPage(listPage, clients.length);
  return (
    <Table<ClientView>
      size={narrow ? 'small' : 'large'}
      rowKey="id"
      columns={COLUMNS}
      dataSource={clients}
      pagination={pagerOf(listPage)}
    />
  );
}

const COLUMNS: TableProps<ClientView>['columns'] = [
  {
    title: 'Business',
    key: 'business',
    render: (_value, { id, business }) => (
      <Link to={`/clients/${id}`} style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {business}
      </Link>
    ),
  },
  {
    title: 'Description',
    key: 'description',
    responsive: ['md'],
    width: '26%',
    render: (_value, { description }) => <Text text={description} />,
  },
  {
    title: 'Service Areas',
    key: 'serviceAreas',
    responsive: ['lg'],
    width: '16%',
    render: (_value, { serviceAreas }) => <Text text={serviceAreas} />,
  },
  {
    title: 'Categories',
    key: 'categories',
    responsive: ['lg'],
    width: '18%',
    render: (_value, { categories }) => <Categories categories={categories} />,
  },
  {
    title: 'Actions',
    key: 'actions',
    align: 'end',
    width: 1,
    render: (_value, client) => <Actions client={client} />,
  },
];

function Text({ text }: { text: string }) {
  if (!text) return <>—</>;
  return (
    <Typography.Paragraph type="secondary" ellipsis={{ rows: 2 }} title={text} style={{ margin: 0 }}>
      {text}
    </Typography.Paragraph>
  );
}

function Categories({ categories }: { categories: string[] }) {
  if (categories.length === 0) return <>—</>;
  const more = categories.length - SHOWN_CATEGORIES;
  return (
    <Flex wrap gap={4} title={categories.join(', ')}>
      {categories.slice(0, SHOWN_CATEGORIES).map((category) => (
        <Tag key={category} style={{ margin: 0, maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {category}
        </Tag>
      ))}
      {more > 0 && <Tag style={{ margin: 0 }}>+{more}</Tag>}
    </Flex>
  );
}

function Actions({ client }: { client: ClientView }) {
  const navigate = useNavigate();
  const remove = useDeleteClient();
  return (
    <Flex gap={4} justify="end">
      <Button icon={<EyeOutlined />} onClick={() => void navigate(`/clients/${client.id}`)}>
        View
      </Button>
      <ConfirmDelete
        label={`Delete ${client.business}`}
        title="Delete client?"
        text={`${client.business} and all its moments and images are deleted as well, and so are its GMB optimizations. This cannot be undone.`}
        onConfirm={() => remove.mutateAsync(client.id)}
      />
    </Flex>
  );
}
