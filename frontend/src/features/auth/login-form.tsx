import type { LoginBody } from '@gmb-moments/backend/contract/auth';
import { Button, Card, Flex, Input, Typography } from 'antd';
import { useState, type FormEvent } from 'react';

const LABEL = { display: 'block', marginBottom: 6 };

interface LoginFormProps {
  pending: boolean;
  onSubmit: (body: LoginBody) => void;
}

/** The card `Admin Login`. The browser itself checks that both fields are filled. */
export function LoginForm({ pending, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit({ email, password });
  };
  return (
    <Card style={{ width: '100%', maxWidth: 400 }}>
      <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
        Admin Login
      </Typography.Title>
      <Typography.Paragraph type="secondary">Sign in to manage your GMB moments and clients</Typography.Paragraph>
      <Flex component="form" vertical gap={16} onSubmit={submit}>
        <div>
          <label htmlFor="email" style={LABEL}>
            Email
          </label>
          <Input
            id="email"
            type="email"
            name="email"
            required
            size="large"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </div>
        <div>
          <label htmlFor="password" style={LABEL}>
            Password
          </label>
          <Input
            id="password"
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
    </Card>
  );
}
