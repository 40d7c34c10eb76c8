import type { UsePasswordLinkBody } from '@gmb-moments/backend/contract/password-links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ChoosePasswordForm } from '../features/auth/choose-password-form';
import { SingleSignOnButton } from '../features/auth/single-sign-on-button';
import { needsSecondFactor, isNotFound, reasonOf } from '../lib/http';
import { toast } from '../lib/toast';
import { useToastMutation } from '../lib/toast-mutation';
import { choosePassword, passwordLinkQuery } from '../records/invitations';
import { LOGGED_OUT_KEY, userQuery } from '../records/session';
import { useSingleSignOn } from '../records/single-sign-on';
import { LoadFailed } from '../ui/placeholders';
import { PageSpinner } from '../ui/page-spinner';
import { HostNotFound } from './agency-host/closed-pages';
import { SignInCard } from './sign-in-card';
import { SignedOutPage } from './signed-out-page';
import styles from './sign-in-card.module.css';

/**
 * The page of a mailed password link, for invited colleagues and for forgotten passwords. The token is in the
 * fragment (`#`), so that servers and proxies do not log it.
 */
export function PasswordPage() {
  const token = useLocation().hash.slice(1);
  return (
    <SignedOutPage instead={<HostNotFound />}>
      {token ? <OpenedLink key={token} token={token} /> : <LinkGone />}
    </SignedOutPage>
  );
}

function OpenedLink({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const query = passwordLinkQuery(token);
  const link = useQuery(query);
  const way = useSingleSignOn();
  const choose = useToastMutation({
    mutationFn: (fields: Omit<UsePasswordLinkBody, 'token'>) => choosePassword({ ...fields, token }),
    failure: (error) => [needsSecondFactor(error) ? 'Sign in' : 'The password was not saved', reasonOf(error)],
    onSuccess: async (user) => {
      toast.clear();
      queryClient.removeQueries({ queryKey: LOGGED_OUT_KEY });
      queryClient.setQueryData(userQuery.queryKey, user);
      await navigate('/', { replace: true });
    },
    onError: (error) =>
      needsSecondFactor(error)
        ? navigate('/login', { replace: true })
        : isNotFound(error) && queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (isNotFound(link.error) || isNotFound(choose.error)) return <LinkGone />;
  if (link.isPending) return <PageSpinner />;
  // Only without data: a failed refetch must not replace the form.
  if (!link.data) {
    return (
      <SignInCard title="Choose a password">
        <LoadFailed title="The link could not be checked" error={link.error} onRetry={() => void link.refetch()} />
      </SignInCard>
    );
  }
  const isInvited = link.data.kind === 'invitation';
  if (way?.isOnly) {
    return (
      <SignInCard
        title={isInvited ? 'Welcome' : 'Passwords are switched off here'}
        text={
          <>
            Sign in as <bdi>{link.data.email}</bdi>.
          </>
        }
      >
        <SingleSignOnButton way={way} />
      </SignInCard>
    );
  }
  return (
    <SignInCard
      title={isInvited ? 'Welcome' : 'Choose a new password'}
      text={
        isInvited
          ? 'Choose a password. With it and your e-mail address you sign in from now on.'
          : 'You are signed in here with it, and signed out everywhere else.'
      }
    >
      <ChoosePasswordForm
        link={link.data}
        isPending={choose.isPending}
        error={choose.error}
        onSubmit={(fields) => choose.mutate(fields)}
      />
    </SignInCard>
  );
}

/** Shown for every link that does not open, without the reason. */
function LinkGone() {
  return (
    <SignInCard
      title="This link does not open any more"
      text="It was used or replaced, or has expired. If you were invited, ask your colleague to invite you again."
    >
      <p className={`flex wrap ${styles['links']}`}>
        <Link to="/forgot-password">Forgot password?</Link>
        <Link to="/login">Sign in</Link>
      </p>
    </SignInCard>
  );
}
