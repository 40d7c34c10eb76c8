import type { ConfirmBody } from '@gmb-moments/backend/contract/factors';
import type { PasskeyView } from '@gmb-moments/backend/contract/passkeys';
import { Button } from 'antd';
import { useState } from 'react';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { factorsQuery } from '../../records/factors';
import { removePasskey, renamePasskey } from '../../records/passkeys';
import { sessionsQuery } from '../../records/sessions';
import { FormDialog } from '../../ui/form-dialog';
import { KeyIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { PasskeyNameItem } from './add-passkey-dialog';
import { CurrentPasswordItem } from './authenticator-setup';
import styles from './factors.module.css';

interface PasskeyListProps {
  passkeys: PasskeyView[];
  /** Whether the list has one passkey and there is no other second factor. */
  isOnlyFactor: boolean;
  /** Whether the team needs a second factor, so that the only one cannot be removed. */
  isRequired: boolean;
}

/** The list of the own passkeys, with actions to rename and remove each. */
export function PasskeyList({ passkeys, isOnlyFactor, isRequired }: PasskeyListProps) {
  const [dialog, setAsked] = useState<{ action: 'rename' | 'remove'; passkey: PasskeyView } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <ul aria-label="Your passkeys" className={styles['passkeys']}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={`row ${styles['passkey']}`}>
            <KeyIcon className="muted no-shrink" />
            <div className={`grow shrink anywhere ${styles['name']}`}>
              <bdi className="block medium">{passkey.name}</bdi>
              <div className={`flex wrap muted small ${styles['facts']}`}>
                <span className="nowrap">
                  Added <RelativeTime date={passkey.createdAt} />
                </span>
                <span className="nowrap">
                  {passkey.lastUsedAt ? (
                    <>
                      Last used <RelativeTime date={passkey.lastUsedAt} />
                    </>
                  ) : (
                    'Not used yet'
                  )}
                </span>
              </div>
            </div>
            <div className={`row no-shrink ${styles['actions']}`}>
              <Button
                type="text"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => setAsked({ action: 'rename', passkey })}
              >
                Rename
              </Button>
              {!(isOnlyFactor && isRequired) && (
                <Button
                  type="text"
                  danger
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setAsked({ action: 'remove', passkey })}
                >
                  Remove
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialog?.action === 'rename' && <RenameDialog passkey={dialog.passkey} onClose={close} />}
      {dialog?.action === 'remove' && <RemoveDialog {...dialog} isOnlyFactor={isOnlyFactor} onClose={close} />}
    </>
  );
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const save = useToastMutation({
    mutationFn: (body: { name: string }) => renamePasskey(id, { name: body.name }),
    success: (saved) => ['Passkey renamed', saved.name],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [factorsQuery],
  });
  return (
    <FormDialog
      title="Rename Passkey"
      submitText="Save Name"
      save={save}
      record={{ values: { name } }}
      onClose={onClose}
    >
      <PasskeyNameItem isRequired />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  passkey: PasskeyView;
  isOnlyFactor: boolean;
  onClose: () => void;
}

function RemoveDialog({ passkey: { id, name }, isOnlyFactor, onClose }: RemoveDialogProps) {
  const remove = useToastMutation({
    mutationFn: ({ currentPassword }: ConfirmBody) => removePasskey(id, { currentPassword }),
    success: ['Passkey removed', `${name} signs nobody in any more.`],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [factorsQuery, sessionsQuery],
  });
  return (
    <FormDialog
      title="Remove Passkey"
      submitText="Remove"
      save={remove}
      record={{ values: { currentPassword: '' } }}
      onClose={onClose}
    >
      <p className={styles['intro']}>
        <bdi className="strong">{name}</bdi> does not sign you in then.{' '}
        {isOnlyFactor
          ? 'It is your only second factor: your password alone signs you in, and your recovery codes end.'
          : 'Delete it on the device as well, which offers it otherwise.'}
      </p>
      <CurrentPasswordItem />
    </FormDialog>
  );
}
