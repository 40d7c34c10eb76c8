import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Flex, Modal, Typography } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { reconnect } from '../../lib/socket';
import { userQuery } from './auth.api';
import { LoginForm } from './login-form';
import { useLogin } from './use-login';

/** Above the forms of the page, below the question whether to discard what they hold. */
const Z_INDEX = 1050;

/** Asks somebody whose session ended to sign in again, over the page that they work on: what they typed stays. */
export function SignInAgain({ user, open }: { user: UserView; open: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  useGoOn({ hasEnded: open });
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
        <AskAgain user={user} />
      </div>
    </Modal>
  );
}

function AskAgain({ user }: { user: UserView }) {
  const login = useLogin();
  // They may have signed in in another tab.
  useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">Sign in again to go on. What you typed is still there.</Typography.Text>
      <LoginForm as={user.email} pending={login.isPending} onSubmit={(body) => login.mutate(body)} />
      <Link to="/login">Sign in as someone else</Link>
    </Flex>
  );
}

/** Reads again what could not be read without a session, and connects with the new one. */
function useGoOn({ hasEnded }: { hasEnded: boolean }): void {
  const client = useQueryClient();
  const hadEnded = useRef(false);
  useEffect(() => {
    if (hadEnded.current && !hasEnded) {
      reconnect();
      void client.invalidateQueries();
    }
    hadEnded.current = hasEnded;
  }, [client, hasEnded]);
}
