import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { labelsOf, namesOf } from '@gmb-moments/backend/contract/record-fields';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { memo, type ReactNode } from 'react';
import type { FieldViews } from '../../ui/record-edits';
import { RecordItem } from '../../ui/record-item';
import { clientsQuery, useClientChoice } from '../../records/clients';
import { ClientSelect } from '../../ui/client-select';
import styles from './wizard.module.css';
import type { WizardValues } from './wizard-values';

/** How the fields are labelled, and shown where somebody else changed them. */
export const FIELD_VIEWS = {
  clientId: { label: 'Client', show: (id) => <ClientName id={String(id)} /> },
  ...labelsOf(OPTIMIZATION_FIELDS),
} satisfies FieldViews<WizardValues>;

/** The business name of a client; `Another client` while it is not loaded, or when it is gone. */
function ClientName({ id }: { id: string }) {
  const { data } = useQuery(clientsQuery);
  return data?.find((client) => client.id === id)?.business ?? 'Another client';
}

interface BasicFieldsProps {
  /** The client of the draft. */
  client: { id: string; business: string } | undefined;
  /** Whether the client stays: only a draft can be given to another one. */
  isSubmitted: boolean;
}

/** Step 1: the business, and its addresses. Memoized, since each key that is typed draws the wizard again. */
export const BasicFields = memo(function BasicFields({ client, isSubmitted }: BasicFieldsProps) {
  return (
    <>
      <Form.Item
        name="clientId"
        label={FIELD_VIEWS.clientId.label}
        rules={[{ required: true, message: 'Client is required' }]}
      >
        <ClientSelect placeholder="Select a client" selected={client} {...useClientChoice()} disabled={isSubmitted} />
      </Form.Item>
      {itemsOf('business')}
    </>
  );
});

/** Step 2: what the profile says today. */
export const GmbDataFields = memo(function GmbDataFields() {
  return <div className={`grid ${styles['fields']}`}>{itemsOf('profile')}</div>;
});

function itemsOf(step: 'business' | 'profile'): ReactNode[] {
  const names = namesOf(OPTIMIZATION_FIELDS).filter((name) => OPTIMIZATION_FIELDS[name].step === step);
  return names.map((name) => <RecordItem key={name} name={name} field={OPTIMIZATION_FIELDS[name]} />);
}
