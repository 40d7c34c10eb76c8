import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { PlusIcon } from '../../ui/icons';
import { idFilter, orderChoice, searchFilter } from '../../ui/list-filters';
import { ownerFilter } from '../../ui/owner-filter';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import { prefetchList, ResourceList, useResourceList } from '../../ui/resource-list';
import { matchesLabel } from '../../lib/characters';
import { agenciesQuery } from '../../records/agencies';
import { clientListQuery } from '../../records/clients';
import { useColleagues } from '../../records/owners';
import { ClientDialog } from './client-dialog';
import { CLIENT_ROWS } from './client-rows';
import { ImportButton } from './import/import-button';
import { useCan } from '../../records/permissions';

const CLIENTS = {
  name: 'clients',
  nouns: ['client', 'clients'],
  query: clientListQuery,
  filters: {
    search: searchFilter('Search clients', 'Search by business'),
    agencyId: idFilter((agencyId, onChange) => <AgencyFilter value={agencyId} onChange={onChange} />),
    owner: ownerFilter(useColleagues),
    sort: orderChoice(
      { value: 'business', label: 'By name' },
      { value: '-createdAt', label: 'Newest first' },
      { value: '-openCount', label: 'Most open work' },
    ),
  },
} as const;

/** Loads the data that the page shows first. */
export const prefetchClients = prefetchList(CLIENTS);

/** All clients: searched, filtered, sorted and paged by the server. */
export function ClientsPage() {
  const manages = useCan('client.manage');
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <>
      <PageHeader
        title="Clients"
        subtitle="Businesses whose profiles you manage"
        actions={
          manages && (
            <>
              <ImportButton />
              <Button type="primary" icon={<PlusIcon />} onClick={add}>
                Add Client
              </Button>
            </>
          )
        }
      />
      <ResourceList
        list={useResourceList(CLIENTS)}
        rows={CLIENT_ROWS}
        loadingText="Loading clients..."
        empty={
          <EmptyState
            text="No clients yet"
            hint="A client is a business whose photos and profile you get approved."
            action={
              manages && (
                <Button icon={<PlusIcon />} onClick={add}>
                  Add Your First Client
                </Button>
              )
            }
          />
        }
      />
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </>
  );
}

interface AgencyFilterProps {
  /** Empty for all agencies. */
  value: string;
  onChange: (agencyId: string) => void;
}

/** Chooses the agency whose clients a list shows. */
function AgencyFilter({ value, onChange }: AgencyFilterProps) {
  const { data: agencies, isPending, isError } = useQuery(agenciesQuery);
  return (
    <Select<string | undefined>
      id="client-agency"
      aria-label="Filter by agency"
      placeholder="All agencies"
      allowClear
      showSearch={{ filterOption: matchesLabel }}
      loading={isPending}
      // Empty while the agencies load, because it would show the id.
      value={agencies && (value || undefined)}
      options={agencies?.map(({ id, name }) => ({ value: id, label: name, title: name }))}
      notFoundContent={isError ? 'The agencies could not be loaded' : 'No agencies found'}
      onChange={(agencyId) => onChange(agencyId ?? '')}
      style={{ flex: '1 1 130px', maxWidth: 200 }}
    />
  );
}
