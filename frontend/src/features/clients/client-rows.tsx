import type { ClientListItem, ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Grid } from 'antd';
import { Mark } from '../../ui/mark';
import { CardList, RecordCard } from '../../ui/record-card';
import { RecordRows, RowLink, TwoLines, RowActions, type RowColumn } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { agenciesQuery } from '../../records/agencies';
import { AgencyName } from './agency-name';
import styles from './client-rows.module.css';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { LinkButton } from '../../ui/link-button';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientLists, clientQuery, clientsQuery, deleteClient } from '../../records/clients';

interface ClientRowsProps {
  clients: ClientListItem[];
  isStale: boolean;
}

/** Clients as rows, or as cards where rows have no room. */
export function ClientRows({ clients, isStale }: ClientRowsProps) {
  // Beside the sidebar, rows need more room than a tablet has.
  const { lg: hasRoom = true } = Grid.useBreakpoint();
  if (!hasRoom) {
    return (
      <CardList label="Clients" items={clients} isStale={isStale}>
        {(client) => <ClientCard client={client} />}
      </CardList>
    );
  }
  return <RecordRows label="Clients" className={styles['rows']} columns={COLUMNS} items={clients} isStale={isStale} />;
}

const COLUMNS: RowColumn<ClientListItem>[] = [
  {
    key: 'business',
    title: 'Business',
    render: (client) => (
      <span className={styles['name']}>
        <ClientMark client={client} />
        <TwoLines
          first={<RowLink to={`/clients/${client.id}`}>{client.business}</RowLink>}
          second={<AgencyName id={client.agencyId} />}
        />
      </span>
    ),
  },
  { key: 'description', title: 'Description', render: ({ description }) => <Text text={description} /> },
  { key: 'serviceAreas', title: 'Service Areas', render: ({ serviceAreas }) => <Text text={serviceAreas} /> },
  { key: 'categories', title: 'Categories', render: ({ categories }) => <Text text={categories.join(', ')} /> },
  {
    key: 'work',
    title: 'Open work',
    className: styles['openWork'],
    render: (client) => <OpenWork client={client} />,
  },
  {
    key: 'activity',
    title: 'Last activity',
    className: styles['activity'],
    render: ({ lastActivityAt }) => <RelativeTime date={lastActivityAt} />,
  },
  { key: 'actions', title: 'Actions', align: 'end', render: (client) => <ClientActions client={client} /> },
];

function ClientCard({ client }: { client: ClientListItem }) {
  return (
    <RecordCard
      to={`/clients/${client.id}`}
      title={client.business}
      subtitle={<AgencyName id={client.agencyId} />}
      cover={<ClientMark client={client} />}
      action={<ClientActions client={client} size="middle" />}
    >
      {client.description && <Text text={client.description} />}
      <span className={styles['facts']}>
        <OpenWork client={client} none="No open work" />
        <RelativeTime date={client.lastActivityAt} />
      </span>
    </RecordCard>
  );
}

/** The business's initial, in the colour of its agency. */
function ClientMark({ client: { business, agencyId } }: { client: ClientListItem }) {
  const { data } = useQuery(agenciesQuery);
  return <Mark name={business} color={data?.find(({ id }) => id === agencyId)?.primaryColor} />;
}

function Text({ text }: { text: string }) {
  return (
    <span className={styles['text']} title={text}>
      {text || '—'}
    </span>
  );
}

/** How many moments of a client wait: for the client, and for an answer of staff. */
function OpenWork({
  client: { pendingCount, rejectedCount },
  none = 'None',
}: {
  client: ClientListItem;
  none?: string;
}) {
  if (!pendingCount && !rejectedCount) return <span className={styles['none']}>{none}</span>;
  return (
    <span className={styles['work']}>
      {rejectedCount > 0 && <StatusTag status="rejected" label={`${rejectedCount} rejected`} />}
      {pendingCount > 0 && <StatusTag status="pending" label={`${pendingCount} pending`} />}
    </span>
  );
}

interface ClientActionsProps {
  client: Pick<ClientView, 'id' | 'business'>;
  /** Of the button that opens it. */
  size?: 'small' | 'middle';
}

/** Opens or deletes a client of the list. */
function ClientActions({ client: { id, business }, size = 'small' }: ClientActionsProps) {
  const cache = useQueryClient();
  const remove = useToastMutation({
    mutationFn: () => deleteClient(id),
    success: ['Client deleted'],
    failure: 'Failed to delete client. Please try again.',
    onSuccess: () => cache.removeQueries(clientQuery(id)),
    refresh: [{ ...clientsQuery, exact: true }, clientLists],
  });
  return (
    <RowActions>
      <LinkButton size={size} to={`/clients/${id}`} aria-label={`View ${business}`}>
        View
      </LinkButton>
      <ConfirmDelete
        label={`Delete ${business}`}
        title="Delete client?"
        text={`${business} and all its moments and images are deleted as well, and so are its GMB optimizations. This cannot be undone.`}
        onConfirm={() => remove.mutateAsync()}
      />
    </RowActions>
  );
}
