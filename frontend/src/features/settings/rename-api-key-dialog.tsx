import type { ApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { API_KEY_NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { atMost } from '../../lib/characters';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { apiKeysQuery, renameApiKey } from '../../records/api-keys';
import { FormDialog } from '../../ui/form-dialog';

/** The dialog to rename an API key. Mount it to open it. */
export function RenameApiKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const save = useToastMutation({
    mutationFn: (body: { name: string }) => renameApiKey(id, body),
    success: (saved) => ['API key renamed', saved.name],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [apiKeysQuery],
  });
  return (
    <FormDialog
      title="Rename API Key"
      submitText="Save Name"
      save={save}
      record={{ values: { name } }}
      onClose={onClose}
    >
      <ApiKeyNameItem />
    </FormDialog>
  );
}

/** Form item for the name of an API key. */
export function ApiKeyNameItem() {
  return (
    <Form.Item
      label="Name"
      name="name"
      extra="What the program is. The history names it beside you."
      rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
    >
      <Input count={atMost(API_KEY_NAME_MAX)} autoComplete="off" dir="auto" />
    </Form.Item>
  );
}
