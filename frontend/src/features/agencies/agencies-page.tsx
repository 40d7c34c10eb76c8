import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button } from 'antd';
import { useState } from 'react';
import { PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/placeholders';
import { prefetchList, ResourceList, useResourceList } from '../../ui/resource-list';
import { agencyListQuery } from '../../records/agencies';
import { AgencyDialog } from './agency-dialog';
import { agencyRows } from './agency-rows';
import { useCan } from '../../records/permissions';

const AGENCIES = { name: 'agencies', nouns: ['agency', 'agencies'], filters: {}, query: agencyListQuery } as const;

/** What the page shows first. */
export const prefetchAgencies = prefetchList(AGENCIES);

/** All agencies. */
export function AgenciesPage() {
  const list = useResourceList(AGENCIES);
  const manages = useCan('agency.manage');
  const [dialog, setDialog] = useState<{ agency?: AgencyView }>();
  // As it is stored now, also while it is being edited.
  const current = (agency: AgencyView) => list.query.data?.items.find(({ id }) => id === agency.id) ?? agency;
  return (
    <>
      <PageHeader
        title="Agencies"
        subtitle="Brands that your clients see on public pages"
        actions={
          manages && (
            <Button type="primary" icon={<PlusIcon />} onClick={() => setDialog({})}>
              Add Agency
            </Button>
          )
        }
      />
      <ResourceList
        list={list}
        rows={agencyRows(manages ? (agency) => setDialog({ agency }) : undefined)}
        empty={
          <EmptyState
            text="No agencies yet"
            hint="An agency is the brand under which clients see their public pages: its name, logo, colour and domain."
            action={
              manages && (
                <Button icon={<PlusIcon />} onClick={() => setDialog({})}>
                  Add Your First Agency
                </Button>
              )
            }
          />
        }
      />
      {dialog && <AgencyDialog agency={dialog.agency && current(dialog.agency)} onClose={() => setDialog(undefined)} />}
    </>
  );
}
