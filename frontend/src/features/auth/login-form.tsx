import type { LoginBody } from '@gmb-moments/backend/contract/auth';
import type { PasskeyLoginBody } from '@gmb-moments/backend/contract/passkeys';
import { useState } from 'react';
import { needsSecondFactor } from '../../lib/http';
import { AccountField, AccountForm } from './account-form';
import { PasskeyButton } from './passkey-button';

interface LoginFormProps {
  /** E-mail address of the only account that may sign in, shown read-only; any account if omitted. */
  fixedEmail?: string;
  isPending: boolean;
  /** Why the sign-in failed. */
  error: Error | null;
  onSubmit: (body: LoginBody | PasskeyLoginBody) => void;
}

/**
 * The form for e-mail address and password, and for the second factor (a code or a passkey) once the server has asked
 * for one. A passkey alone signs in too.
 */
export function LoginForm({ fixedEmail = '', isPending, error, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState(fixedEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [emailWithFactor, setAsked] = useState('');
  if (needsSecondFactor(error) && emailWithFactor === '') setAsked(email);
  // Only for this e-mail, because another account may have no second factor.
  const needsCode = emailWithFactor !== '' && emailWithFactor === email;
  const isFixed = fixedEmail !== '';
  return (
    <div className="column gap-8">
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
            <AccountField
              label="Code"
              name="code"
              autoComplete="one-time-code"
              isFirst
              value={code}
              onChange={setCode}
            />
            <span className="muted small">Of your authenticator app, or a recovery code.</span>
          </div>
        )}
      </AccountForm>
      <PasskeyButton
        text={needsCode ? 'Use a passkey instead' : 'Sign in with a passkey'}
        disabled={isPending}
        onAnswer={(passkey) => onSubmit(needsCode ? { email, password, passkey } : { passkey })}
      />
    </div>
  );
}
