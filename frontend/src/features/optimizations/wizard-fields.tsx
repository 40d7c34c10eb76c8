import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { labelsOf, namesOf } from '@gmb-moments/backend/contract/record-fields';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { memo, type ReactNode } from 'react';
import type { FieldViews } from '../../ui/record-edits';
import { RecordFormItem } from '../../ui/record-form-item';
import { clientsQuery, useClientChoice } from '../../records/clients';
import { ClientSelect } from '../../ui/client-select';
import styles from './wizard.module.css';
import type { WizardValues } from './wizard-values';

/** Labels and views of the fields, for the alert about a conflict. */
export const FIELD_VIEWS = {
  clientId: { label: 'Client', show: (id) => <ClientName id={String(id)} /> },
  ...labelsOf(OPTIMIZATION_FIELDS),
} satisfies FieldViews<WizardValues>;

/** The business name of a client; `Another client` until it is loaded, or if it was deleted. */
function ClientName({ id }: { id: string }) {
  const { data } = useQuery(clientsQuery);
  return data?.find((client) => client.id === id)?.business ?? 'Another client';
}

interface BasicFieldsProps {
  /** The client of the draft. */
  client: { id: string; business: string } | undefined;
  /** Whether the client cannot be changed, because the optimization is not a draft any more. */
  isSubmitted: boolean;
}

/** Step 1: the business and its addresses. Memoized, because each keystroke rerenders the wizard. */
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

/** Step 2: the current texts on the Google profile. */
export const GmbDataFields = memo(function GmbDataFields() {
  return <div className={`grid ${styles['fields']}`}>{itemsOf('profile')}</div>;
});

function itemsOf(step: 'business' | 'profile'): ReactNode[] {
  const names = namesOf(OPTIMIZATION_FIELDS).filter((name) => OPTIMIZATION_FIELDS[name].step === step);
  return names.map((name) => <RecordFormItem key={name} name={name} field={OPTIMIZATION_FIELDS[name]} />);
}
