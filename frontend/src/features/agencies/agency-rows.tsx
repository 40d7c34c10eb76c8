import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button } from 'antd';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { EditIcon } from '../../ui/icons';
import { RecordCard } from '../../ui/record-card';
import { Named, RowActions, type RowLayout } from '../../ui/record-rows';
import { Tooltip } from '../../ui/tooltip';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientsQuery } from '../../records/clients';
import { agenciesQuery, deleteAgency } from '../../records/agencies';
import { DomainActions, DomainMarker } from './domain-actions';
import { Logo } from '../../ui/logo';
import { RecordInitial } from '../../ui/record-initial';
import { useLogo } from '../../ui/use-logo';

/**
 * Agencies as rows or cards.
 * @param onEdit opens the form of one; without it, agencies can be looked at alone
 */
export function agencyRows(onEdit: ((agency: AgencyView) => void) | undefined): RowLayout<AgencyView> {
  const actions = onEdit && ((agency: AgencyView) => <AgencyActions agency={agency} onEdit={() => onEdit(agency)} />);
  return {
    label: 'Agencies',
    columns: [
      {
        title: 'Name',
        width: ['minmax(160px, 3fr)', 'minmax(160px, 3fr)', 'minmax(140px, 3fr)'],
        render: (agency) => (
          <Named mark={<AgencyMark agency={agency} />}>
            <span className="semibold">{agency.name}</span>
          </Named>
        ),
      },
      {
        title: 'Custom Domain',
        width: ['minmax(160px, 3fr)', 'minmax(160px, 3fr)', 'minmax(140px, 3fr)'],
        render: (agency) => <DomainMarker agency={agency} />,
      },
      ...(actions ? [{ title: 'Actions', width: '312px', align: 'end', render: actions } as const] : []),
    ],
    card: (agency) => (
      <RecordCard
        title={agency.name}
        subtitle={agency.customDomain ? <DomainMarker agency={agency} /> : 'No custom domain'}
        cover={<AgencyMark agency={agency} />}
        action={actions?.(agency)}
      />
    ),
  };
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
  return <RecordInitial name={agency.name} color={agency.primaryColor} />;
}
