import type { NewApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { API_KEY_DAYS_MAX } from '@gmb-moments/backend/contract/limits';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { dayFromNow, endOfDay } from '../../lib/days';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { apiKeysQuery, createApiKey } from '../../records/api-keys';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import styles from './api-keys.module.css';
import { ApiKeyNameItem } from './rename-api-key-dialog';
import { NEW_RIGHTS, RightsFields, rightsToSend, type RightsValues } from './rights-fields';

interface Fields extends RightsValues {
  name: string;
  /** Last day, as `YYYY-MM-DD`; `''` for never. */
  lastDay: string;
}

/** Default validity of a new key, in days. */
const DEFAULT_DAYS = 90;

/** The dialog to create an API key, which is shown only once. Mount it to open it. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKeyView | null>(null);
  const save = useToastMutation({
    mutationFn: ({ name, lastDay, ...rights }: Fields) => {
      const expiresAt = lastDay ? endOfDay(lastDay).toISOString() : null;
      return createApiKey({ name, ...rightsToSend(rights), expiresAt });
    },
    failure: toastOnlyIfUnreachable,
    onSuccess: setMade,
    refresh: [apiKeysQuery],
  });
  if (made) return <NewKey made={made} onClose={onClose} />;
  return (
    <FormDialog<Fields>
      title="Create API Key"
      submitText="Create API Key"
      pendingText="Creating..."
      save={save}
      width={680}
      record={{ values: { name: '', ...NEW_RIGHTS, role: 'viewer', lastDay: dayFromNow(DEFAULT_DAYS) } }}
      onClose={onClose}
    >
      <p style={{ marginBottom: '1em' }}>
        A program with this key acts for you. It never may more than you, and never changes accounts, team, settings or
        keys.
      </p>
      <ApiKeyNameItem />
      <RightsFields />
      <Form.Item
        label="Last day"
        name="lastDay"
        extra={`Within ${API_KEY_DAYS_MAX} days. Empty: the key does not expire.`}
        style={{ marginTop: 24 }}
      >
        <Input type="date" min={dayFromNow(0)} max={dayFromNow(API_KEY_DAYS_MAX)} />
      </Form.Item>
    </FormDialog>
  );
}

/** Shows the key that was just created. */
function NewKey({ made: { name, token }, onClose }: { made: NewApiKeyView; onClose: () => void }) {
  return (
    <Dialog title="Copy the API Key" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <p role="status" className="anywhere" style={{ marginBottom: '1em' }}>
        This is the key of <bdi>{name}</bdi>. Keep it like a password: it is not shown again.
      </p>
      <p className={`box anywhere ${styles['token']}`}>
        <code>{token}</code>
      </p>
      <CopyButton type="primary" text={token}>
        Copy Key
      </CopyButton>
    </Dialog>
  );
}
