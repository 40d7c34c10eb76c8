import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { PlusIcon } from '../../ui/icons';
import { PagedList } from '../../ui/list-page';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import { ImportButton } from './import/import-button';
import { ClientDialog } from './client-dialog';
import { ClientFilterBar, clientParamsOf, useClientFilters } from './client-filters';
import { ClientRows } from './client-rows';
import { clientListQuery } from '../../records/clients';

/** What the page shows first. */
export const prefetchClients: Prefetch = (client, { address }) =>
  client.prefetchQuery(clientListQuery(clientParamsOf(address)));

/** All clients: searched, filtered, sorted and paged by the server. */
export function ClientsPage() {
  const filters = useClientFilters();
  const list = clientListQuery(filters.params);
  const { data } = useQuery({ ...list, placeholderData: keepPreviousData });
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <>
      <PageHeader
        title="Clients"
        subtitle="Businesses whose profiles you manage"
        actions={
          <>
            <ImportButton />
            <Button type="primary" icon={<PlusIcon />} onClick={add}>
              Add Client
            </Button>
          </>
        }
      />
      <ClientFilterBar filters={filters} total={data?.total} />
      <PagedList
        query={list}
        listPage={filters.listPage}
        name="clients"
        loadingText="Loading clients..."
        empty={filters.isFiltered ? <NoMatch onClear={filters.clear} /> : <NoClients onAdd={add} />}
      >
        {(clients, isStale) => <ClientRows clients={clients} isStale={isStale} />}
      </PagedList>
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="No clients found"
      hint="Nothing matches the search and the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

function NoClients({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      text="No clients yet"
      hint="A client is a business whose photos and profile you get approved."
      action={
        <Button icon={<PlusIcon />} onClick={onAdd}>
          Add Your First Client
        </Button>
      }
    />
  );
}
