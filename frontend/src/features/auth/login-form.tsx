import type { LoginBody } from '@gmb-moments/backend/contract/auth';
import { Button, Flex, Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

const LABEL = { display: 'block', marginBottom: 6 };

interface LoginFormProps {
  /** E-mail address of the account that must sign in, shown read-only; any account may without it. */
  fixedEmail?: string;
  pending: boolean;
  onSubmit: (body: LoginBody) => void;
}

/** The form for e-mail address and password. The browser's own validation requires both. */
export function LoginForm({ fixedEmail = '', pending, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState(fixedEmail);
  const [password, setPassword] = useState('');
  const id = useId();
  const first = useRef<InputRef>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit({ email, password });
  };
  return (
    <Flex component="form" vertical gap={16} onSubmit={submit}>
      <div>
        <label htmlFor={`${id}-email`} style={LABEL}>
          Email
        </label>
        <Input
          ref={fixedEmail === '' ? first : undefined}
          id={`${id}-email`}
          type="email"
          name="email"
          required
          readOnly={fixedEmail !== ''}
          size="large"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-password`} style={LABEL}>
          Password
        </label>
        <Input
          ref={fixedEmail === '' ? undefined : first}
          id={`${id}-password`}
          type="password"
          name="password"
          required
          size="large"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
    </Flex>
  );
}
