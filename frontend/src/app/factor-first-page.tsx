import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useLogout } from '../features/auth/use-login';
import { AddPasskeyDialog } from '../features/settings/add-passkey-dialog';
import { AuthenticatorSetup } from '../features/settings/authenticator-setup';
import { userQuery } from '../records/session';
import { SignInCard } from './sign-in-card';
import styles from './sign-in-card.module.css';

/** Shown instead of all pages to users without a second factor whose team requires one. */
export function FactorFirstPage() {
  const queryClient = useQueryClient();
  const logout = useLogout();
  const [isAdding, setAdding] = useState(false);
  const done = () => void queryClient.invalidateQueries(userQuery);
  return (
    <SignInCard title="Set up a second factor" text="Your team needs one. It takes a minute, and a phone or a passkey.">
      <AuthenticatorSetup onDone={done} />
      <div className={`column gap-4 ${styles['below']}`}>
        <Button type="link" onClick={() => setAdding(true)}>
          Add a passkey instead
        </Button>
        <Button type="link" loading={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
      {isAdding && <AddPasskeyDialog onDone={done} onClose={() => setAdding(false)} />}
    </SignInCard>
  );
}
