import { PASSKEY_NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { atMost } from '../../lib/characters';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { factorsQuery } from '../../records/factors';
import { addPasskey, type NewPasskey } from '../../records/passkeys';
import { sessionsQuery } from '../../records/sessions';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import { CurrentPasswordItem } from './authenticator-setup';
import styles from './factors.module.css';
import { RecoveryCodes } from './recovery-codes';

/**
 * The dialog to add a passkey. For the first factor it then shows the recovery codes. Mount it to open it.
 * @param onDone called when the passkey was added and the person has confirmed the codes
 */
export function AddPasskeyDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const add = useToastMutation({
    mutationFn: ({ name, currentPassword }: NewPasskey) => addPasskey({ name, currentPassword }),
    success: ['Passkey added', 'It signs you in from now on.'],
    failure: toastOnlyIfUnreachable,
    onSuccess: ({ recoveryCodes }) => recoveryCodes.length === 0 && onDone(),
    refresh: [factorsQuery, sessionsQuery],
  });
  const codes = add.data?.recoveryCodes ?? [];
  if (codes.length > 0) {
    return (
      <Dialog title="Your Recovery Codes" isLong onClose={onDone}>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Add Passkey"
      submitText="Continue"
      pendingText="Waiting for your device..."
      save={add}
      record={{ values: { name: '', currentPassword: '' } }}
      onClose={onClose}
    >
      <p className={`muted ${styles['intro']}`}>
        Your browser asks next where to keep the passkey: on this device, a phone or a security key.
      </p>
      <PasskeyNameItem isRequired={false} />
      <CurrentPasswordItem />
    </FormDialog>
  );
}

/** Form item for the name of a passkey. */
export function PasskeyNameItem({ isRequired }: { isRequired: boolean }) {
  return (
    <Form.Item
      label="Name"
      // An explicit id, because the form for the own name on the same page has a field with this name.
      htmlFor="passkey-name"
      name="name"
      extra={
        isRequired ? undefined : 'By which you know it, such as Work laptop. Without one, your browser and system.'
      }
      rules={isRequired ? [{ required: true, whitespace: true, message: 'Name is required' }] : []}
    >
      <Input id="passkey-name" count={atMost(PASSKEY_NAME_MAX)} autoComplete="off" dir="auto" />
    </Form.Item>
  );
}
