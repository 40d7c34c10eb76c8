import { ArrowLeftOutlined, EditOutlined } from '../../components/icons';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { LoadFailed } from '../../components/load-failed';
import { Missing } from '../../components/missing';
import { PageHeader } from '../../components/page-header';
import { HttpError } from '../../lib/http';
import { ClientCards } from './client-cards';
import { ClientDialog } from './client-dialog';
import { clientQuery } from './clients.api';

/** One client: its record, and how many moments it has. */
export function ClientPage() {
  const { id = '' } = useParams();
  const client = useQuery(clientQuery(id));

  if (client.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (client.error instanceof HttpError && client.error.status === 404) {
    return <Missing title="Client not found" action={<Link to="/clients">Back to Clients</Link>} />;
  }
  if (!client.data)
    return (
      <LoadFailed error={client.error} onRetry={() => void client.refetch()} title="The client could not be loaded" />
    );
  return <ClientDetail client={client.data} />;
}

function ClientDetail({ client }: { client: ClientView }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Link to="/clients" style={{ display: 'inline-block', marginBottom: 8 }}>
        <ArrowLeftOutlined /> Clients
      </Link>
      <PageHeader
        title={client.business}
        subtitle={client.momentCount === 1 ? '1 moment' : `${client.momentCount} moments`}
        actions={
          <>
            <Button onClick={() => void navigate('/moments')}>View All Moments</Button>
            <Button type="primary" icon={<EditOutlined />} onClick={() => setEditing(true)}>
              Edit Client
            </Button>
          </>
        }
      />
      <ClientCards client={client} />
      {editing && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </>
  );
}
