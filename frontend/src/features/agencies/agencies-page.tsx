import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { PlusIcon } from '../../ui/icons';
import { listParamsOf, PagedList, useListPage } from '../../ui/list-page';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import { agencyListQuery } from '../../records/agencies';
import { AgencyDialog } from './agency-dialog';
import { AgencyRows } from './agency-rows';

/** What the page shows first. */
export const prefetchAgencies: Prefetch = (client, { address }) =>
  client.prefetchQuery(agencyListQuery(listParamsOf(address)));

/** All agencies. */
export function AgenciesPage() {
  const listPage = useListPage();
  const list = agencyListQuery(listPage.params);
  const { data } = useQuery({ ...list, placeholderData: keepPreviousData });
  const [dialog, setDialog] = useState<{ agency?: AgencyView }>();
  // As it is stored now, also while it is being edited.
  const current = (agency: AgencyView) => data?.items.find(({ id }) => id === agency.id) ?? agency;
  return (
    <>
      <PageHeader
        title="Agencies"
        subtitle="Brands that your clients see on public pages"
        actions={
          <Button type="primary" icon={<PlusIcon />} onClick={() => setDialog({})}>
            Add Agency
          </Button>
        }
      />
      <PagedList
        query={list}
        listPage={listPage}
        name="agencies"
        empty={
          <EmptyState
            text="No agencies yet"
            hint="An agency is the brand under which clients see their public pages: its name, logo, colour and domain."
            action={
              <Button icon={<PlusIcon />} onClick={() => setDialog({})}>
                Add Your First Agency
              </Button>
            }
          />
        }
      >
        {(agencies, isStale) => (
          <AgencyRows agencies={agencies} isStale={isStale} onEdit={(agency) => setDialog({ agency })} />
        )}
      </PagedList>
      {dialog && <AgencyDialog agency={dialog.agency && current(dialog.agency)} onClose={() => setDialog(undefined)} />}
    </>
  );
}
