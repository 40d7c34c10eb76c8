import { useState } from 'react';
import { AccountField, AccountForm } from './account-form';

interface ForgotPasswordFormProps {
  pending: boolean;
  onSubmit: (email: string) => void;
}

/** Asks for the e-mail address of the account whose password was forgotten. */
export function ForgotPasswordForm({ pending, onSubmit }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState('');
  return (
    <AccountForm pending={pending} submitText="Send Link" pendingText="Sending..." onSubmit={() => onSubmit(email)}>
      <AccountField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        isFirst
        value={email}
        onText={setEmail}
      />
    </AccountForm>
  );
}
