import type { ConfirmBody, FactorsView } from '@gmb-moments/backend/contract/factors';
import { RECOVERY_CODES } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useToastMutation, whereUnreachable } from '../../lib/toast-mutation';
import { factorsQuery, removeAuthenticator, renewRecoveryCodes } from '../../records/factors';
import { sessionsQuery } from '../../records/sessions';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import { CheckCircleIcon } from '../../ui/icons';
import { Loading, QueryView } from '../../ui/placeholders';
import { AuthenticatorSetup, CurrentPasswordItem } from './authenticator-setup';
import styles from './factors.module.css';
import { RecoveryCodes } from './recovery-codes';

/** The card `Second Factor`: what one signs in with beside the password. */
export function FactorsCard() {
  return (
    <Card title={<h2 className="as-text">Second Factor</h2>}>
      <QueryView
        query={useQuery(factorsQuery)}
        failed="Your second factor could not be loaded"
        loading={
          <Loading label="Loading your second factor">
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          </Loading>
        }
      >
        {(factors) => <Authenticator factors={factors} />}
      </QueryView>
    </Card>
  );
}

function Authenticator({ factors }: { factors: FactorsView }) {
  const { hasAuthenticator, recoveryCodesLeft, isRequired } = factors;
  const [dialog, setDialog] = useState<'set up' | 'codes' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {hasAuthenticator ? (
        <>
          <p className="row gap-8">
            <CheckCircleIcon /> You sign in with your password and a code of your authenticator app.
          </p>
          <p className="muted">
            {recoveryCodesLeft} of {RECOVERY_CODES} recovery codes are left.
          </p>
          <div className={`flex wrap gap-8 ${styles['buttons']}`}>
            <Button onClick={() => setDialog('codes')}>New Recovery Codes</Button>
            <Button onClick={() => setDialog('set up')}>Set Up Another App</Button>
            {!isRequired && (
              <Button danger type="text" onClick={() => setDialog('remove')}>
                Turn Off
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p>With a code of an app on your phone, a stolen password alone lets nobody in.</p>
          <div className={styles['buttons']}>
            <Button onClick={() => setDialog('set up')}>Set Up Authenticator App</Button>
          </div>
        </>
      )}
      {dialog === 'set up' && <SetUpDialog onClose={close} />}
      {dialog === 'codes' && <CodesDialog onClose={close} />}
      {dialog === 'remove' && <RemoveDialog onClose={close} />}
    </>
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
    failure: whereUnreachable,
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
      <p>The codes that you have now end.</p>
      <CurrentPasswordItem />
    </FormDialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useToastMutation({
    mutationFn: ({ currentPassword }: ConfirmBody) => removeAuthenticator({ currentPassword }),
    success: ['Second factor turned off', 'You sign in with your password alone.'],
    failure: whereUnreachable,
    onSuccess: onClose,
    refresh: REFRESH,
  });
  return (
    <FormDialog
      title="Turn Off Second Factor"
      submitText="Turn Off"
      save={remove}
      record={{ values: { currentPassword: '' } }}
      onClose={onClose}
    >
      <p>Your password alone signs you in then, and your recovery codes end.</p>
      <CurrentPasswordItem />
    </FormDialog>
  );
}
