import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ForgotPasswordForm } from '../features/auth/forgot-password-form';
import { SingleSignOnButton } from '../features/auth/single-sign-on-button';
import { reasonOf } from '../lib/http';
import { useToastMutation } from '../lib/toast-mutation';
import { passwordResetsQuery, requestPasswordReset } from '../records/invitations';
import { useSingleSignOn } from '../records/single-sign-on';
import { LoadFailed } from '../ui/placeholders';
import { PageSpinner } from '../ui/page-spinner';
import { HostNotFound } from './agency-host/closed-pages';
import { SignInCard } from './sign-in-card';
import { SignedOutPage } from './signed-out-page';
import styles from './sign-in-card.module.css';

/** The form that requests a link for a new password. */
export function ForgotPasswordPage() {
  return (
    <SignedOutPage instead={<HostNotFound />}>
      <ForgotPassword />
    </SignedOutPage>
  );
}

function ForgotPassword() {
  const resets = useQuery(passwordResetsQuery);
  const way = useSingleSignOn();
  const ask = useToastMutation({
    mutationFn: requestPasswordReset,
    failure: (error) => ['The link was not sent', reasonOf(error)],
  });
  if (resets.isPending) return <PageSpinner />;
  const back = (
    <p className={styles['below']}>
      <Link to="/login">Back to sign-in</Link>
    </p>
  );
  if (resets.error) {
    return (
      <SignInCard title="Forgot password?">
        <LoadFailed title="This page could not be loaded" error={resets.error} onRetry={() => void resets.refetch()} />
      </SignInCard>
    );
  }
  if (way?.isOnly) {
    return (
      <SignInCard title="Forgot password?" text="Passwords are switched off here.">
        <SingleSignOnButton way={way} />
        {back}
      </SignInCard>
    );
  }
  if (!resets.data.sendsMails) {
    return (
      <SignInCard
        title="Forgot password?"
        text={
          <>
            This system sends no mail. Ask its administrator for a link: the command{' '}
            <code>npm run user -- reset-password</code> with your e-mail address prints one.
          </>
        }
      >
        {back}
      </SignInCard>
    );
  }
  if (ask.isSuccess) {
    return (
      <SignInCard title="Look into your mailbox">
        <p role="status" className={`anywhere ${styles['sent']}`}>
          If <bdi>{ask.variables}</bdi> belongs to an account, a mail with a link is on its way. The link opens once,
          within an hour. If nothing comes, look among the spam, or ask a colleague.
        </p>
        {back}
      </SignInCard>
    );
  }
  return (
    <SignInCard title="Forgot password?" text="We mail you a link at which you choose a new one.">
      <ForgotPasswordForm isPending={ask.isPending} onSubmit={(email) => ask.mutate(email)} />
      {back}
    </SignInCard>
  );
}
