import type { LoginBody } from '@gmb-moments/backend/contract/auth';
import { useState } from 'react';
import { AccountField, AccountForm } from './account-form';

interface LoginFormProps {
  /** E-mail address of the account that must sign in, shown read-only; any account may without it. */
  fixedEmail?: string;
  isPending: boolean;
  onSubmit: (body: LoginBody) => void;
}

/** The form for e-mail address and password. */
export function LoginForm({ fixedEmail = '', isPending, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState(fixedEmail);
  const [password, setPassword] = useState('');
  const isFixed = fixedEmail !== '';
  return (
    <AccountForm
      isPending={isPending}
      submitText="Sign In"
      pendingText="Signing in..."
      onSubmit={() => onSubmit({ email, password })}
    >
      <AccountField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        isFirst={!isFixed}
        readOnly={isFixed}
        value={email}
        onChange={setEmail}
      />
      <AccountField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        isFirst={isFixed}
        value={password}
        onChange={setPassword}
      />
    </AccountForm>
  );
}
