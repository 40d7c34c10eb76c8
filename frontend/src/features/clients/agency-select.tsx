import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { isLabelled } from '../../lib/characters';
import { agenciesQuery } from '../../records/agencies';

interface AgencySelectProps {
  /** Set by a form item, so that its label belongs to the field. */
  id?: string;
  value?: string | null;
  onChange?: (agencyId: string | null) => void;
}

/** Chooses an agency or `No Agency`. */
export function AgencySelect({ id, value, onChange }: AgencySelectProps) {
  const agencies = useQuery(agenciesQuery);
  const options = (agencies.data ?? []).map((agency) => ({ value: agency.id, label: agency.name }));
  return (
    <Select
      id={id}
      showSearch={{ filterOption: isLabelled }}
      loading={agencies.isPending}
      status={agencies.isError ? 'error' : undefined}
      notFoundContent={agencies.isError ? 'The agencies could not be loaded' : undefined}
      value={agencies.isPending && value ? undefined : (value ?? '')}
      placeholder="Loading agencies..."
      options={[{ value: '', label: 'No Agency' }, ...options]}
      onChange={(chosen: string) => onChange?.(chosen || null)}
    />
  );
}
