import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Dialog } from '../../ui/dialog';
import { reconnect } from '../../lib/socket';
import { userQuery } from '../../records/session';
import { brandingQuery } from '../../records/settings';
import { useSingleSignOn } from '../../records/single-sign-on';
import { LoginForm } from './login-form';
import { useLogin } from './use-login';

/**
 * The dialog to sign in again after the session has ended. It covers the page without unmounting it, so that typed
 * input is kept.
 */
export function SignInAgain({ user, open }: { user: UserView; open: boolean }) {
  useRefetchAfterSignIn({ hasEnded: open });
  if (!open) return null;
  return (
    <Dialog title="Your session has ended" width={400} isLong isBusy onClose={() => undefined}>
      <SignInForm user={user} />
    </Dialog>
  );
}

function SignInForm({ user }: { user: UserView }) {
  const login = useLogin();
  // The session may have ended because passwords were switched off.
  useQuery({ ...brandingQuery, refetchOnMount: 'always' });
  const singleSignOn = useSingleSignOn();
  // Refetched, so that the dialog closes when the person has signed in in another tab.
  useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  return (
    <div className="column gap-16">
      <span className="muted">Sign in again to go on. What you typed is still there.</span>
      {!singleSignOn?.isOnly && (
        <LoginForm
          fixedEmail={user.email}
          isPending={login.isPending}
          error={login.error}
          onSubmit={(body) => login.mutate(body)}
        />
      )}
      {/* The provider's page would take the place of this one. */}
      {singleSignOn && (
        <span>
          <a href="/login" target="_blank" rel="noreferrer">
            {singleSignOn.name}
          </a>{' '}
          in a new tab, then come back here.
        </span>
      )}
      <Link to="/login">Sign in as someone else</Link>
    </div>
  );
}

/** Reconnects the socket and refetches all queries after a new sign-in. */
function useRefetchAfterSignIn({ hasEnded }: { hasEnded: boolean }): void {
  const queryClient = useQueryClient();
  const hadEnded = useRef(false);
  useEffect(() => {
    if (hadEnded.current && !hasEnded) {
      reconnect();
      void queryClient.invalidateQueries();
    }
    hadEnded.current = hasEnded;
  }, [queryClient, hasEnded]);
}
