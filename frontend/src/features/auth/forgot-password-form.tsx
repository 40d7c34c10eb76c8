import { useState } from 'react';
import { AccountField, AccountForm } from './account-form';

interface ForgotPasswordFormProps {
  isPending: boolean;
  onSubmit: (email: string) => void;
}

/** The form for the e-mail address of an account whose password was forgotten. */
export function ForgotPasswordForm({ isPending, onSubmit }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState('');
  return (
    <AccountForm isPending={isPending} submitText="Send Link" pendingText="Sending..." onSubmit={() => onSubmit(email)}>
      <AccountField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        isFirst
        value={email}
        onChange={setEmail}
      />
    </AccountForm>
  );
}
