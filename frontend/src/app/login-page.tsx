import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, useLocation, type Location } from 'react-router-dom';
import { PageSpinner } from '../ui/page-spinner';
import { LoginNotAvailable } from './agency-host/closed-pages';
import { clearSessionCache, userQuery } from '../records/session';
import { LoginForm } from '../features/auth/login-form';
import { useLogin } from '../features/auth/use-login';
import { SignInCard } from './sign-in-card';
import { SignedOutPage } from './signed-out-page';
import styles from './sign-in-card.module.css';

/** The login page of staff. */
export function LoginPage() {
  return (
    <SignedOutPage instead={<LoginNotAvailable />}>
      <Login />
    </SignedOutPage>
  );
}

function Login() {
  const queryClient = useQueryClient();
  const user = useQuery(userQuery);
  const { state } = useLocation() as Location<{ from?: Location } | null>;
  const signIn = useLogin();
  const isSignedOut = user.data === null;
  // The next user must not see data that was fetched with the ended session.
  useEffect(() => {
    if (isSignedOut) clearSessionCache(queryClient);
  }, [isSignedOut, queryClient]);

  if (user.data) return <Navigate to={state?.from ?? '/'} replace />;
  if (user.isPending) return <PageSpinner />;
  return (
    <SignInCard title="Admin Login" text="Sign in to manage your GMB moments and clients">
      <LoginForm isPending={signIn.isPending} error={signIn.error} onSubmit={(body) => signIn.mutate(body)} />
      <p className={styles['below']}>
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </SignInCard>
  );
}
