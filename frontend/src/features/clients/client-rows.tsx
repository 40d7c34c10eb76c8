import type { ClientListItem, ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RecordInitial } from '../../ui/record-initial';
import { CardFacts, RecordCard } from '../../ui/record-card';
import { UserIcon } from '../../ui/icons';
import { Named, RowActions, RowLink, TwoLines, type RowLayout } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { agenciesQuery } from '../../records/agencies';
import { AgencyName } from './agency-name';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { LinkButton } from '../../ui/link-button';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientLists, clientQuery, clientsQuery, deleteClient } from '../../records/clients';
import { useCan } from '../../records/permissions';

/** The layout of clients as rows or cards. */
export const CLIENT_ROWS: RowLayout<ClientListItem> = {
  label: 'Clients',
  columns: [
    {
      title: 'Business',
      width: ['minmax(180px, 4fr)', 'minmax(160px, 4fr)', 'minmax(150px, 4fr)'],
      render: (client) => (
        <Named mark={<ClientMark client={client} />}>
          <TwoLines
            first={<RowLink to={`/clients/${client.id}`}>{client.business}</RowLink>}
            second={<AgencyName id={client.agencyId} />}
          />
        </Named>
      ),
    },
    {
      title: 'Description',
      width: ['minmax(120px, 4fr)', 'minmax(92px, 3fr)', 'minmax(100px, 4fr)'],
      render: ({ description }) => <Text text={description} />,
    },
    {
      title: 'Service Areas',
      width: ['minmax(90px, 2fr)', 'minmax(72px, 2fr)', 'minmax(80px, 2fr)'],
      render: ({ serviceAreas }) => <Text text={serviceAreas} />,
    },
    {
      title: 'Categories',
      width: ['minmax(90px, 2fr)', 'minmax(72px, 2fr)', 'minmax(80px, 2fr)'],
      render: ({ categories }) => <Text text={categories.join(', ')} />,
    },
    {
      title: 'Responsible',
      width: ['minmax(90px, 2fr)', 'minmax(80px, 2fr)', null],
      render: ({ owner }) => <OwnerName owner={owner} />,
    },
    { title: 'Open work', width: ['104px', '96px', null], render: (client) => <OpenWork client={client} /> },
    {
      title: 'Last activity',
      width: ['108px', '96px', null],
      isQuiet: true,
      render: ({ lastActivityAt }) => <RelativeTime date={lastActivityAt} />,
    },
    { title: 'Actions', width: '96px', align: 'end', render: (client) => <ClientActions client={client} /> },
  ],
  card: (client) => (
    <RecordCard
      to={`/clients/${client.id}`}
      title={client.business}
      subtitle={<AgencyName id={client.agencyId} />}
      cover={<ClientMark client={client} />}
      action={<ClientActions client={client} size="middle" />}
    >
      {client.description && <Text text={client.description} />}
      <CardFacts>
        <OpenWork client={client} none="No open work" />
        {client.owner && (
          <span className="row shrink gap-4" title={`Responsible: ${client.owner.name}`}>
            <UserIcon size={14} role="img" aria-label="Responsible:" className="no-shrink" />
            <span className="clip">
              <bdi>{client.owner.name}</bdi>
            </span>
          </span>
        )}
        <RelativeTime date={client.lastActivityAt} />
      </CardFacts>
    </RecordCard>
  ),
};

/** The business's initial, in the colour of its agency. */
function ClientMark({ client: { business, agencyId } }: { client: ClientListItem }) {
  const { data } = useQuery(agenciesQuery);
  return <RecordInitial name={business} color={data?.find(({ id }) => id === agencyId)?.primaryColor} />;
}

function Text({ text }: { text: string }) {
  return (
    <span className="clamp muted" title={text}>
      {text || '—'}
    </span>
  );
}

function OwnerName({ owner }: Pick<ClientListItem, 'owner'>) {
  if (!owner) return <span className="faint">—</span>;
  return (
    <span className="clamp" title={owner.name}>
      <bdi>{owner.name}</bdi>
    </span>
  );
}

/** The numbers of a client's moments that wait for the client, and for staff. */
function OpenWork({
  client: { pendingCount, rejectedCount },
  none = 'None',
}: {
  client: ClientListItem;
  none?: string;
}) {
  if (!pendingCount && !rejectedCount) return <span className="faint">{none}</span>;
  return (
    <span className="flex wrap gap-4">
      {rejectedCount > 0 && <StatusTag status="rejected" label={`${rejectedCount} rejected`} />}
      {pendingCount > 0 && <StatusTag status="pending" label={`${pendingCount} pending`} />}
    </span>
  );
}

interface ClientActionsProps {
  client: Pick<ClientView, 'id' | 'business'>;
  /** Size of the menu's button. */
  size?: 'small' | 'middle';
}

/** The menu to open or delete a client of the list. */
function ClientActions({ client: { id, business }, size = 'small' }: ClientActionsProps) {
  const manages = useCan('client.manage');
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
      {manages && (
        <ConfirmDelete
          label={`Delete ${business}`}
          title="Delete client?"
          text={`${business} and all its moments and images are deleted as well, and so are its GMB optimizations. This cannot be undone.`}
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </RowActions>
  );
}
