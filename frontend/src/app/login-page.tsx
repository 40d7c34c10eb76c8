import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useLocation, type Location } from 'react-router-dom';
import { PageSpinner } from '../ui/page-spinner';
import { LoginNotAvailable } from './agency-host/closed-pages';
import { clearSessionCache, userQuery } from '../records/session';
import { finishedSignInQuery, isProviderAnswer, useSingleSignOn } from '../records/single-sign-on';
import { LoginForm } from '../features/auth/login-form';
import { SingleSignOnButton } from '../features/auth/single-sign-on-button';
import { useLogin } from '../features/auth/use-login';
import { SignInCard } from './sign-in-card';
import { SignedOutPage } from './signed-out-page';
import styles from './sign-in-card.module.css';

/** What the page is opened with. */
interface LoginState {
  /** The page to open afterwards. */
  from?: Location;
  /** Why a sign-in by the provider failed. */
  problem?: string;
}

/** Sign-in for staff, on the main hosts. The provider of single sign-on leads back here as well. */
export function LoginPage() {
  const { search } = useLocation();
  return (
    <SignedOutPage instead={<LoginNotAvailable />}>
      {isProviderAnswer(search) ? <Returned query={search} /> : <Login />}
    </SignedOutPage>
  );
}

/** Signs in who returns from the provider. The address goes, since it counts once. */
function Returned({ query }: { query: string }) {
  const { data: finished } = useQuery(finishedSignInQuery(query));
  if (!finished) return <PageSpinner />;
  if ('to' in finished) return <Navigate to={finished.to} replace />;
  return <Navigate to="/login" replace state={finished satisfies LoginState} />;
}

function Login() {
  const queryClient = useQueryClient();
  const user = useQuery(userQuery);
  const { state } = useLocation() as Location<LoginState | null>;
  const signIn = useLogin();
  const way = useSingleSignOn();
  const isSignedOut = user.data === null;
  // The next user must not see data that was fetched with the ended session.
  useEffect(() => {
    if (isSignedOut) clearSessionCache(queryClient);
  }, [isSignedOut, queryClient]);

  const from = state?.from;
  if (user.data) return <Navigate to={from ?? '/'} replace />;
  if (user.isPending) return <PageSpinner />;
  return (
    <SignInCard title="Admin Login" text="Sign in to manage your GMB moments and clients">
      {state?.problem && (
        <Alert className={styles['problem']} type="error" showIcon title="Login failed" description={state.problem} />
      )}
      {!way?.isOnly && (
        <LoginForm isPending={signIn.isPending} error={signIn.error} onSubmit={(body) => signIn.mutate(body)} />
      )}
      {way && (
        <div className={way.isOnly ? undefined : styles['another']}>
          <SingleSignOnButton way={way} to={from && `${from.pathname}${from.search}${from.hash}`} />
        </div>
      )}
      {!way?.isOnly && (
        <p className={styles['below']}>
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
      )}
    </SignInCard>
  );
}
