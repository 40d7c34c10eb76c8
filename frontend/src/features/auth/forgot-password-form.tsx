import { Button, Flex, Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

interface ForgotPasswordFormProps {
  pending: boolean;
  onSubmit: (email: string) => void;
}

/** Asks for the e-mail address of the account whose password was forgotten. */
export function ForgotPasswordForm({ pending, onSubmit }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState('');
  const id = useId();
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit(email);
  };
  return (
    <Flex component="form" vertical gap={16} onSubmit={submit}>
      <div>
        <label htmlFor={id} style={{ display: 'block', marginBottom: 6 }}>
          Email
        </label>
        <Input
          ref={field}
          id={id}
          type="email"
          name="email"
          required
          size="large"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {pending ? 'Sending...' : 'Send Link'}
      </Button>
    </Flex>
  );
}
