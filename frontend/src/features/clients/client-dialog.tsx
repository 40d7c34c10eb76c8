import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { Form } from 'antd';
import { useEditedRow, type StoredRow } from '../../components/edited-row';
import { fillForm, FormDialog, markRefusedFields } from '../../components/form-dialog';
import { CLIENT_FIELDS } from './client-fields';
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
  const row = useEditedRow(client && storedRow(client), {
    typed: () => form.getFieldsValue(),
    fill: (values) => fillForm(form, values),
    isSaving: save.isPending,
  });
  const revision = row.base?.revision;
  return (
    <FormDialog
      title={client ? 'Edit Client' : 'Add Client'}
      submitText={client ? 'Save Changes' : 'Add Client'}
      pendingText="Saving..."
      pending={save.isPending}
      error={save.error}
      form={form}
      initialValues={client ? fieldsOf(client) : EMPTY}
      edited={{ what: 'this client', row, fields: CLIENT_FIELDS }}
      onSubmit={(fields) =>
        save.mutate({ ...fields, revision }, { onError: (error) => markRefusedFields(form, error) })
      }
      onClose={onClose}
      width={760}
    >
      <ClientFormFields />
    </FormDialog>
  );
}

function storedRow(client: ClientView): StoredRow<ClientFields> {
  return { values: fieldsOf(client), revision: client.revision, editor: client.editor };
}

function fieldsOf(client: ClientView): ClientFields {
  const names = Object.keys(EMPTY) as (keyof ClientFields)[];
  return Object.fromEntries(names.map((name) => [name, client[name]])) as unknown as ClientFields;
}
