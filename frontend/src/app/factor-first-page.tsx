import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useLogout } from '../features/auth/use-login';
import { AuthenticatorSetup } from '../features/settings/authenticator-setup';
import { userQuery } from '../records/session';
import { SignInCard } from './sign-in-card';
import styles from './sign-in-card.module.css';

/** Shown instead of all pages to users without a second factor whose team requires one. */
export function FactorFirstPage() {
  const queryClient = useQueryClient();
  const logout = useLogout();
  return (
    <SignInCard title="Set up a second factor" text="Your team needs one. It takes a minute, and a phone.">
      <AuthenticatorSetup onDone={() => void queryClient.invalidateQueries(userQuery)} />
      <p className={styles['below']}>
        <Button type="link" loading={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </p>
    </SignInCard>
  );
}
