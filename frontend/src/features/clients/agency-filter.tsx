import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { isLabelled } from '../../lib/characters';
import { agenciesQuery } from '../../records/agencies';

interface AgencyFilterProps {
  /** Empty for all agencies. */
  value: string;
  onChange: (agencyId: string) => void;
}

/** Chooses the agency whose clients a list shows. */
export function AgencyFilter({ value, onChange }: AgencyFilterProps) {
  const { data: agencies, isPending, isError } = useQuery(agenciesQuery);
  return (
    <Select<string | undefined>
      id="client-agency"
      aria-label="Filter by agency"
      placeholder="All agencies"
      allowClear
      showSearch={{ filterOption: isLabelled }}
      loading={isPending}
      // Without the agencies it would show the id.
      value={agencies && (value || undefined)}
      options={agencies?.map(({ id, name }) => ({ value: id, label: name, title: name }))}
      notFoundContent={isError ? 'The agencies could not be loaded' : 'No agencies found'}
      onChange={(agencyId) => onChange(agencyId ?? '')}
      style={{ flex: '1 1 130px', maxWidth: 200 }}
    />
  );
}
