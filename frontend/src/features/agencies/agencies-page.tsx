import { PlusOutlined } from '../../components/icons';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { LoadFailed } from '../../components/load-failed';
import { PageHeader } from '../../components/page-header';
import { Panel } from '../../components/panel';
import { TableLoading } from '../../components/table-loading';
import { agenciesQuery } from './agencies.api';
import { AgencyDialog } from './agency-dialog';
import { AgencyTable } from './agency-table';

/** All agencies. */
export function AgenciesPage() {
  const agencies = useQuery(agenciesQuery);
  const [dialog, setDialog] = useState<{ agency?: AgencyView }>();
  // As it is stored now, also while it is being edited.
  const current = (agency: AgencyView) => agencies.data?.find(({ id }) => id === agency.id) ?? agency;
  const addButton = (text: string) => (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({})}>
      {text}
    </Button>
  );

  const content = () => {
    if (!agencies.data) return <TableLoading text="Loading agencies..." />;
    if (agencies.data.length === 0)
      return <EmptyState text="No agencies yet" action={addButton('Add Your First Agency')} />;
    return <AgencyTable agencies={agencies.data} onEdit={(agency) => setDialog({ agency })} />;
  };

  return (
    <>
      <PageHeader
        title="Agencies"
        subtitle="Brands that your clients see on public pages"
        actions={addButton('Add Agency')}
      />
      {agencies.isError && !agencies.data ? (
        <LoadFailed
          error={agencies.error}
          onRetry={() => void agencies.refetch()}
          title="The agencies could not be loaded"
        />
      ) : (
        <Panel>{content()}</Panel>
      )}
      {dialog && <AgencyDialog agency={dialog.agency && current(dialog.agency)} onClose={() => setDialog(undefined)} />}
    </>
  );
}
