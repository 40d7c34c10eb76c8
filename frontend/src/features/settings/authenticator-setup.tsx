import type { AddAuthenticatorBody, AuthenticatorKeyView } from '@gmb-moments/backend/contract/factors';
import { CODE_MAX } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { addAuthenticator, authenticatorKeyQuery } from '../../records/factors';
import { CopyButton } from '../../ui/copy-button';
import { Loading, QueryView } from '../../ui/placeholders';
import { RecordForm } from '../../ui/record-form';
import { useEdits } from '../../ui/use-edits';
import styles from './factors.module.css';
import { QrCode } from './qr-code';
import { RecoveryCodes } from './recovery-codes';

/**
 * Sets up an authenticator app: its secret, the code that proves that the app has it, and then the recovery codes.
 * @param onDone called when the person has confirmed the codes
 */
export function AuthenticatorSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>([]);
  const key = useQuery(authenticatorKeyQuery);
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <QueryView
      query={key}
      failed="The secret for your app could not be made"
      loading={
        <Loading label="Making the secret for your app">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </Loading>
      }
    >
      {(loaded) => (
        <FirstCode authenticator={loaded} onAdded={(made) => (made.length > 0 ? setCodes(made) : onDone())} />
      )}
    </QueryView>
  );
}

type Fields = Omit<AddAuthenticatorBody, 'key'>;

interface FirstCodeProps {
  authenticator: AuthenticatorKeyView;
  onAdded: (recoveryCodes: string[]) => void;
}

function FirstCode({ authenticator: { key, secret, uri }, onAdded }: FirstCodeProps) {
  const add = useToastMutation({
    mutationFn: (fields: Fields) => addAuthenticator({ ...fields, key }),
    success: ['Authenticator app set up', 'From now on you sign in with its code as well.'],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const edits = useEdits<Fields>({ values: { code: '', currentPassword: '' } }, add);
  return (
    <div className="column gap-16">
      <p>Scan this with an authenticator app on your phone.</p>
      <QrCode text={uri} label="QR code with the secret for your authenticator app" />
      <div className="flex wrap gap-8">
        <span className="muted">Or type this key into it:</span>
        <code className={`anywhere ${styles['code']}`}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton size="small" text={secret}>
          Copy Key
        </CopyButton>
      </div>
      <RecordForm edits={edits} disabled={false} requiredMark={false} onSubmit={(fields) => add.mutate(fields)}>
        <Form.Item
          label="Code of the App"
          name="code"
          rules={[{ required: true, whitespace: true, message: 'Enter the code that your app shows' }]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={CODE_MAX} />
        </Form.Item>
        <CurrentPasswordItem />
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          Turn On
        </Button>
      </RecordForm>
    </div>
  );
}

/** Form item for the current password, which confirms a change. */
export function CurrentPasswordItem() {
  // An explicit id, because other forms on the same page have a field with this name.
  const id = useId();
  return (
    <Form.Item
      label="Current Password"
      htmlFor={id}
      name="currentPassword"
      rules={[{ required: true, message: 'Enter your current password' }]}
    >
      <Input.Password id={id} autoComplete="current-password" />
    </Form.Item>
  );
}
