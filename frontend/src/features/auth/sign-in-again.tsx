import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Flex, Modal, theme } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { reconnect } from '../../lib/socket';
import { userQuery } from '../../records/session';
import { LoginForm } from './login-form';
import { useLogin } from './use-login';

/** Above the forms of the page, below the dialog that asks whether to discard their input. */
const Z_INDEX = 1050;

/**
 * The dialog that asks to sign in again when the session has ended. It lies over the page, so that typed input is kept.
 */
export function SignInAgain({ user, open }: { user: UserView; open: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  useRefetchAfterSignIn({ hasEnded: open });
  const takeFocus = () => content.current?.querySelector<HTMLElement>('input[type=password]')?.focus();
  return (
    <Modal
      open={open}
      title="Your session has ended"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={400}
      centered
      zIndex={Z_INDEX}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && takeFocus()}
    >
      <div ref={content}>
        <SignInForm user={user} />
      </div>
    </Modal>
  );
}

function SignInForm({ user }: { user: UserView }) {
  const { token } = theme.useToken();
  const login = useLogin();
  // Closes the dialog when the person has signed in in another tab.
  useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  return (
    <Flex vertical gap={16}>
      <span style={{ color: token.colorTextDescription }}>Sign in again to go on. What you typed is still there.</span>
      <LoginForm fixedEmail={user.email} pending={login.isPending} onSubmit={(body) => login.mutate(body)} />
      <Link to="/login">Sign in as someone else</Link>
    </Flex>
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
