import type { ConfirmBody, FactorsView } from '@gmb-moments/backend/contract/factors';
import { PASSKEYS_MAX, RECOVERY_CODES } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { factorsQuery, removeAuthenticator, renewRecoveryCodes } from '../../records/factors';
import { sessionsQuery } from '../../records/sessions';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import { Loading, QueryView } from '../../ui/placeholders';
import { AddPasskeyDialog } from './add-passkey-dialog';
import { AuthenticatorSetup, CurrentPasswordItem } from './authenticator-setup';
import styles from './factors.module.css';
import { PasskeyList } from './passkey-list';
import { RecoveryCodes } from './recovery-codes';

/** The card `Second Factor`: authenticator app, passkeys and recovery codes. */
export function FactorsCard() {
  return (
    <Card title={<h2 className="as-text">Second Factor</h2>} styles={{ body: { paddingBlock: 0 } }}>
      <QueryView
        query={useQuery(factorsQuery)}
        failed="Your second factor could not be loaded"
        loading={
          <Loading label="Loading your second factor">
            <Skeleton active title={false} paragraph={{ rows: 4 }} style={{ paddingBlock: 16 }} />
          </Loading>
        }
      >
        {(factors) => <Factors factors={factors} />}
      </QueryView>
    </Card>
  );
}

type DialogName = 'set up' | 'passkey' | 'codes' | 'remove';

function Factors({ factors }: { factors: FactorsView }) {
  const { hasAuthenticator, passkeys, recoveryCodesLeft, isRequired } = factors;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = () => setDialog(null);
  const hasFactor = hasAuthenticator || passkeys.length > 0;
  return (
    <div className="divided">
      <Factor
        title="Authenticator app"
        isOn={hasAuthenticator}
        text="A code of an app on your phone, which you type after your password."
        actions={
          hasAuthenticator ? (
            <>
              <Button onClick={() => setDialog('set up')}>Set Up Another App</Button>
              {(!isRequired || passkeys.length > 0) && (
                <Button danger type="text" onClick={() => setDialog('remove')}>
                  Turn Off
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setDialog('set up')}>Set Up Authenticator App</Button>
          )
        }
      />
      <Factor
        title="Passkeys"
        isOn={passkeys.length > 0}
        text="Your fingerprint, face or PIN, in place of password and code."
        actions={
          <Button disabled={passkeys.length >= PASSKEYS_MAX} onClick={() => setDialog('passkey')}>
            Add Passkey
          </Button>
        }
      >
        {passkeys.length > 0 && (
          <PasskeyList
            passkeys={passkeys}
            isOnlyFactor={!hasAuthenticator && passkeys.length === 1}
            isRequired={isRequired}
          />
        )}
      </Factor>
      {hasFactor && (
        <Factor
          title="Recovery codes"
          text={`${recoveryCodesLeft} of ${RECOVERY_CODES} recovery codes are left.`}
          actions={<Button onClick={() => setDialog('codes')}>New Recovery Codes</Button>}
        />
      )}
      {dialog === 'set up' && <SetUpDialog onClose={close} />}
      {dialog === 'passkey' && <AddPasskeyDialog onDone={close} onClose={close} />}
      {dialog === 'codes' && <CodesDialog onClose={close} />}
      {dialog === 'remove' && <RemoveDialog isOnlyFactor={passkeys.length === 0} onClose={close} />}
    </div>
  );
}

interface FactorProps {
  title: string;
  isOn?: boolean;
  text: string;
  actions: ReactNode;
  children?: ReactNode;
}

/** One kind of factor: title, explanation, actions and existing factors. */
function Factor({ title, isOn = false, text, actions, children }: FactorProps) {
  return (
    <section className={styles['factor']}>
      <div className={`flex wrap ${styles['head']}`}>
        <div className={`grow ${styles['about']}`}>
          <div className="row gap-8">
            <h3 className="as-text">
              <span className="strong">{title}</span>
            </h3>
            {isOn && (
              <Tag color="success" style={{ margin: 0 }}>
                On
              </Tag>
            )}
          </div>
          <p className="muted small">{text}</p>
        </div>
        <div className={`flex wrap gap-8 ${styles['buttons']}`}>{actions}</div>
      </div>
      {children}
    </section>
  );
}

const REFRESH = [factorsQuery, sessionsQuery];

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const refresh = useToastMutation({ mutationFn: async () => undefined, refresh: REFRESH });
  const done = () => {
    refresh.mutate();
    onClose();
  };
  return (
    <Dialog title="Set Up Authenticator App" isLong onClose={done}>
      <AuthenticatorSetup onDone={done} />
    </Dialog>
  );
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useToastMutation({
    mutationFn: ({ currentPassword }: ConfirmBody) => renewRecoveryCodes({ currentPassword }),
    failure: toastOnlyIfUnreachable,
    refresh: REFRESH,
  });
  if (renew.data) {
    return (
      <Dialog title="New Recovery Codes" isLong onClose={onClose}>
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="New Recovery Codes"
      submitText="Make New Codes"
      save={renew}
      record={{ values: { currentPassword: '' } }}
      onClose={onClose}
    >
      <p className={styles['intro']}>The codes that you have now end.</p>
      <CurrentPasswordItem />
    </FormDialog>
  );
}

function RemoveDialog({ isOnlyFactor, onClose }: { isOnlyFactor: boolean; onClose: () => void }) {
  const remove = useToastMutation({
    mutationFn: ({ currentPassword }: ConfirmBody) => removeAuthenticator({ currentPassword }),
    success: [
      'Authenticator app turned off',
      isOnlyFactor ? 'You sign in with your password alone.' : 'You sign in with a passkey, or with a recovery code.',
    ],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: REFRESH,
  });
  return (
    <FormDialog
      title="Turn Off Authenticator App"
      submitText="Turn Off"
      save={remove}
      record={{ values: { currentPassword: '' } }}
      onClose={onClose}
    >
      <p className={styles['intro']}>
        {isOnlyFactor
          ? 'Your password alone signs you in then, and your recovery codes end.'
          : 'Your passkeys and recovery codes stay.'}
      </p>
      <CurrentPasswordItem />
    </FormDialog>
  );
}
