import type { LoginBody } from '@gmb-moments/backend/contract/auth';
import { useState } from 'react';
import { isCodeAsked } from '../../lib/http';
import { AccountField, AccountForm } from './account-form';

interface LoginFormProps {
  /** E-mail address of the account that must sign in, shown read-only; any account may without it. */
  fixedEmail?: string;
  isPending: boolean;
  /** Why the sign-in failed. */
  error: Error | null;
  onSubmit: (body: LoginBody) => void;
}

/** The form for e-mail address and password, and for the code once the server has asked for one. */
export function LoginForm({ fixedEmail = '', isPending, error, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState(fixedEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState('');
  if (isCodeAsked(error) && asked === '') setAsked(email);
  // Another account may sign in without.
  const needsCode = asked !== '' && asked === email;
  const isFixed = fixedEmail !== '';
  return (
    <AccountForm
      isPending={isPending}
      submitText="Sign In"
      pendingText="Signing in..."
      onSubmit={() => onSubmit({ email, password, ...(needsCode && { code }) })}
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
      {needsCode && (
        <div>
          <AccountField label="Code" name="code" autoComplete="one-time-code" isFirst value={code} onChange={setCode} />
          <span className="muted small">Of your authenticator app, or a recovery code.</span>
        </div>
      )}
    </AccountForm>
  );
}
