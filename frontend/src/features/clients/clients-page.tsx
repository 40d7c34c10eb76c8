import { PlusOutlined } from '../../components/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { LoadFailed } from '../../components/load-failed';
import { PageHeader } from '../../components/page-header';
import { Panel } from '../../components/panel';
import { TableLoading } from '../../components/table-loading';
import { ClientDialog } from './client-dialog';
import { ClientTable } from './client-table';
import { clientsQuery } from './clients.api';

/** All clients. */
export function ClientsPage() {
  const clients = useQuery(clientsQuery);
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);

  const content = () => {
    if (!clients.data) return <TableLoading text="Loading clients..." />;
    if (clients.data.length > 0) return <ClientTable clients={clients.data} />;
    const action = (
      <Button type="primary" icon={<PlusOutlined />} onClick={add}>
        Add Your First Client
      </Button>
    );
    return <EmptyState text="No clients yet" action={action} />;
  };

  return (
    <>
      <PageHeader
        title="Clients"
        subtitle="Businesses whose profiles you manage"
        actions={
          <Button type="primary" icon={<PlusOutlined />} onClick={add}>
            Add Client
          </Button>
        }
      />
      {clients.isError && !clients.data ? (
        <LoadFailed
          error={clients.error}
          onRetry={() => void clients.refetch()}
          title="The clients could not be loaded"
        />
      ) : (
        <Panel>{content()}</Panel>
      )}
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </>
  );
}
