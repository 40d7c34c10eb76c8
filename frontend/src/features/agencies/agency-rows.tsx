import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button, Grid } from 'antd';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { EditIcon } from '../../ui/icons';
import { CardList, RecordCard } from '../../ui/record-card';
import { RecordRows, RowActions, type RowColumn } from '../../ui/record-rows';
import { Tooltip } from '../../ui/tooltip';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientsQuery } from '../../records/clients';
import { agenciesQuery, deleteAgency } from '../../records/agencies';
import styles from './agency-rows.module.css';
import { DomainActions, DomainMarker } from './domain-actions';
import { Logo } from '../../ui/logo';
import { Mark } from '../../ui/mark';
import { useLogo } from '../../ui/use-logo';

interface AgencyRowsProps {
  agencies: AgencyView[];
  isStale: boolean;
  onEdit: (agency: AgencyView) => void;
}

/** Agencies as rows, or as cards where rows have no room. */
export function AgencyRows({ agencies, isStale, onEdit }: AgencyRowsProps) {
  const { lg: hasRoom = true } = Grid.useBreakpoint();
  const actions = (agency: AgencyView) => <AgencyActions agency={agency} onEdit={() => onEdit(agency)} />;
  if (!hasRoom) {
    return (
      <CardList label="Agencies" items={agencies} isStale={isStale}>
        {(agency) => (
          <RecordCard
            title={agency.name}
            subtitle={agency.customDomain ? <DomainMarker agency={agency} /> : 'No custom domain'}
            cover={<AgencyMark agency={agency} />}
            action={actions(agency)}
          />
        )}
      </CardList>
    );
  }
  const columns: RowColumn<AgencyView>[] = [
    {
      key: 'name',
      title: 'Name',
      render: (agency) => (
        <span className={styles['name']}>
          <AgencyMark agency={agency} />
          {agency.name}
        </span>
      ),
    },
    { key: 'customDomain', title: 'Custom Domain', render: (agency) => <DomainMarker agency={agency} /> },
    { key: 'actions', title: 'Actions', align: 'end', render: actions },
  ];
  return (
    <RecordRows label="Agencies" className={styles['rows']} columns={columns} items={agencies} isStale={isStale} />
  );
}

function AgencyActions({ agency, onEdit }: { agency: AgencyView; onEdit: () => void }) {
  const { id, name } = agency;
  const remove = useToastMutation({
    mutationFn: () => deleteAgency(id),
    success: ['Agency deleted'],
    failure: 'Failed to delete agency. Please try again.',
    refresh: [agenciesQuery, clientsQuery],
  });
  return (
    <RowActions>
      <DomainActions agency={agency} />
      <Tooltip text={`Edit ${name}`}>
        <Button type="text" icon={<EditIcon />} aria-label={`Edit ${name}`} onClick={onEdit} />
      </Tooltip>
      <ConfirmDelete
        label={`Delete ${name}`}
        title="Delete agency?"
        text={`${name} and its logo are deleted. Its clients stay, without an agency. This cannot be undone.`}
        onConfirm={() => remove.mutateAsync()}
      />
    </RowActions>
  );
}

/** Pixels, as wide as `Mark`. */
const LOGO_SIZE = 36;

/** The agency's logo, or without one its initial on its colour. */
function AgencyMark({ agency }: { agency: AgencyView }) {
  const { logoUrl, onError } = useLogo(agency.logoUrl);
  if (logoUrl) return <Logo source={logoUrl} size={LOGO_SIZE} alt="" onError={onError} />;
  return <Mark name={agency.name} color={agency.primaryColor} />;
}
