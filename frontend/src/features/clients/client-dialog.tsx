import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { emptyRecord, labelsOf, namesOf, pick } from '@gmb-moments/backend/contract/record-fields';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldViews, BasedOn, StoredRecord } from '../../ui/record-edits';
import { FormDialog } from '../../ui/form-dialog';
import { useToastMutation } from '../../lib/toast-mutation';
import { AgencyName } from './agency-name';
import { MemberName } from './member-name';
import { ClientFormFields } from './client-form-fields';
import { clientQuery, clientsQuery, saveClient, type ClientFields } from '../../records/clients';

const EMPTY: ClientFields = { ...emptyRecord(CLIENT_FIELDS), agencyId: null, ownerId: null };

// In the order of the form, because changes by others are listed in this order.
const { business: BUSINESS, ...LABELS } = labelsOf(CLIENT_FIELDS);
const FIELDS: FieldViews<ClientFields> = {
  business: BUSINESS,
  agencyId: { label: 'Agency', show: (id) => <AgencyName id={String(id)} /> },
  ownerId: { label: 'Responsible', show: (id) => <MemberName id={String(id)} /> },
  ...LABELS,
};

/** The dialog to add a client, or to edit the given one. Mount it to open it. */
export function ClientDialog({ client, onClose }: { client?: ClientView; onClose: () => void }) {
  const cache = useQueryClient();
  const save = useToastMutation({
    mutationFn: (fields: ClientFields & BasedOn) => saveClient(fields, client?.id),
    success: ({ business }) => [client ? 'Client updated' : 'Client created', business],
    failure: `Failed to ${client ? 'update' : 'create'} client. Please try again.`,
    onSuccess: (saved) => {
      cache.setQueryData(clientQuery(saved.id).queryKey, saved);
      onClose();
    },
    refresh: [clientsQuery],
  });
  return (
    <FormDialog
      title={client ? 'Edit Client' : 'Add Client'}
      submitText={client ? 'Save Changes' : 'Add Client'}
      save={save}
      record={client ? storedRecord(client) : { values: EMPTY }}
      onClose={onClose}
      width={760}
    >
      <ClientFormFields id={client?.id} />
    </FormDialog>
  );
}

function storedRecord(client: ClientView): StoredRecord<ClientFields> {
  const values = { ...pick(client, [...namesOf(CLIENT_FIELDS), 'agencyId']), ownerId: client.owner?.id ?? null };
  return { values, revision: client.revision, editor: client.editor, what: 'this client', fields: FIELDS };
}
