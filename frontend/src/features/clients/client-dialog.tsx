import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { Form } from 'antd';
import { FormDialog, markRefusedFields } from '../../components/form-dialog';
import { ClientFormFields } from './client-form-fields';
import { useSaveClient } from './client-mutations';
import type { ClientFields } from './clients.api';

const EMPTY: ClientFields = {
  business: '',
  description: '',
  mediaDescription: '',
  serviceAreas: '',
  targetKeywords: [],
  categories: [],
  notes: '',
  agencyId: null,
  website: '',
  phone: '',
  address: '',
  socialLinks: [],
};

/** Adds a client, or edits the given one. Mount it to open it. */
export function ClientDialog({ client, onClose }: { client?: ClientView; onClose: () => void }) {
  const [form] = Form.useForm<ClientFields>();
  const save = useSaveClient(client?.id, { onSaved: onClose });
  const initial = client ? fieldsOf(client) : EMPTY;
  return (
    <FormDialog
      title={client ? 'Edit Client' : 'Add Client'}
      submitText={client ? 'Save Changes' : 'Add Client'}
      pendingText="Saving..."
      pending={save.isPending}
      error={save.error}
      form={form}
      initialValues={initial}
      onSubmit={(fields) => save.mutate(fields, { onError: (error) => markRefusedFields(form, error) })}
      onClose={onClose}
      width={760}
    >
      <ClientFormFields />
    </FormDialog>
  );
}

function fieldsOf(client: ClientView): ClientFields {
  const names = Object.keys(EMPTY) as (keyof ClientFields)[];
  return Object.fromEntries(names.map((name) => [name, client[name]])) as unknown as ClientFields;
}
