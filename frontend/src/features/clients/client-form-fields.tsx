import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import { namesOf } from '@gmb-moments/backend/contract/record-fields';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { RecordFormItem } from '../../ui/record-form-item';
import { useQuery } from '@tanstack/react-query';
import { matchesLabel } from '../../lib/characters';
import { agenciesQuery } from '../../records/agencies';
import { OwnerItem } from './owner-item';

const GROUPS = { business: 'Business', contact: 'Contact', seo: 'SEO' } as const;
type Group = keyof typeof GROUPS;

/** The fields of a client, in groups. @param id its id; `undefined` for a new one */
export function ClientFormFields({ id }: { id: string | undefined }) {
  const [business, ...others] = groupItems('business');
  return (
    <>
      <Group title={GROUPS.business}>
        {business}
        <Form.Item label="Agency" name="agencyId">
          <AgencySelect />
        </Form.Item>
        <OwnerItem clientId={id} />
        {others}
      </Group>
      <Group title={GROUPS.contact}>{groupItems('contact')}</Group>
      <Group title={GROUPS.seo}>{groupItems('seo')}</Group>
    </>
  );
}

function groupItems(group: Group): ReactNode[] {
  const names = namesOf(CLIENT_FIELDS).filter((name) => CLIENT_FIELDS[name].group === group);
  return names.map((name) => <RecordFormItem key={name} name={name} field={CLIENT_FIELDS[name]} />);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="heading underlined" style={{ margin: '4px 0 16px', paddingBottom: 4 }}>
        {title}
      </h2>
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
          columnGap: 16,
        }}
      >
        {children}
      </div>
    </section>
  );
}

interface AgencySelectProps {
  /** Set by a form item, so that its label belongs to the field. */
  id?: string;
  value?: string | null;
  onChange?: (agencyId: string | null) => void;
}

/** Chooses an agency or `No Agency`. */
function AgencySelect({ id, value, onChange }: AgencySelectProps) {
  const agencies = useQuery(agenciesQuery);
  const options = (agencies.data ?? []).map((agency) => ({ value: agency.id, label: agency.name }));
  return (
    <Select
      id={id}
      showSearch={{ filterOption: matchesLabel }}
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
