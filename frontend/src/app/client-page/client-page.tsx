import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { DeliverIcon, EditIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { Loading, Missing, QueryView } from '../../ui/placeholders';
import { RowSkeletons } from '../../ui/record-rows';
import type { Prefetch } from '../../lib/query-client';
import { ClientDialog } from '../../features/clients/client-dialog';
import { ClientReviewers } from '../../features/sharing/client-reviewers';
import { ClientRecord, ClientRecordSkeleton } from '../../features/clients/client-record';
import { FollowButton } from '../../features/notifications/follow-button';
import styles from './client-page.module.css';
import { ClientMoments, ClientOptimizations, ROWS_SHOWN } from './client-work';
import { clientQuery } from '../../records/clients';
import { useDialogs } from '../../records/dialogs';
import { countText } from '../../lib/count-text';
import { useMay } from '../../records/permissions';

/** Prefetches the first data of the page. */
export const prefetchClient: Prefetch = (client, { params: { id = '' } }) => client.prefetchQuery(clientQuery(id));

/** The page of a client: moments, optimizations, reviewers and the record. */
export function ClientPage() {
  const { id = '' } = useParams();
  return (
    <QueryView
      query={useQuery(clientQuery(id))}
      failed="The client could not be loaded"
      loading={<ClientSkeleton />}
      missing={<Missing title="Client not found" action={<Link to="/clients">Back to Clients</Link>} />}
    >
      {(client) => <ClientDetail client={client} />}
    </QueryView>
  );
}

function ClientSkeleton() {
  return (
    <Loading label="Loading the client">
      <Skeleton active title={{ width: 240 }} paragraph={{ rows: 1, width: 120 }} style={{ margin: '32px 0 20px' }} />
      <div className={`grid top ${styles['page']}`}>
        <RowSkeletons count={ROWS_SHOWN} />
        <ClientRecordSkeleton />
      </div>
    </Loading>
  );
}

function ClientDetail({ client }: { client: ClientView }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { deliver } = useDialogs();
  const may = useMay();
  return (
    <>
      <PageHeader
        parent={{ title: 'Clients', path: '/clients' }}
        title={client.business}
        subtitle={
          <>
            {countText(client.momentCount, 'moment')}
            {client.owner && (
              <>
                {' · '}Responsible: <bdi>{client.owner.name}</bdi>
              </>
            )}
          </>
        }
        actions={
          <>
            <FollowButton clientId={client.id} />
            <Button onClick={() => void navigate('/moments')}>View All Moments</Button>
            {may('review.deliver') && (
              <Button
                icon={<DeliverIcon />}
                onClick={() => deliver({ source: { subject: 'clients', ids: [client.id], title: client.business } })}
              >
                Deliver Photos
              </Button>
            )}
            {may('client.manage') && (
              <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
                Edit Client
              </Button>
            )}
          </>
        }
      />
      <div className={`grid top ${styles['page']}`}>
        <div className={`grid shrink ${styles['work']}`}>
          <ClientMoments clientId={client.id} />
          <ClientOptimizations clientId={client.id} />
          <ClientReviewers client={client} />
        </div>
        <ClientRecord client={client} />
      </div>
      {editing && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </>
  );
}
