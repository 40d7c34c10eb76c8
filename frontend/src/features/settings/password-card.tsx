import { LockOutlined } from '../../components/icons';
import type { ChangePasswordBody } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Form, Input } from 'antd';
import { markRefusedFields } from '../../components/form-dialog';
import { userQuery } from '../auth/auth.api';
import { NEW_PASSWORD_RULES } from './password-rule';
import { useChangePassword } from './team-mutations';

/** The card `Your Password`. */
export function PasswordCard() {
  const [form] = Form.useForm<ChangePasswordBody>();
  const { data: user } = useQuery(userQuery);
  const change = useChangePassword({ onChanged: () => form.resetFields() });
  const submit = (body: ChangePasswordBody) => {
    if (!change.isPending) change.mutate(body, { onError: (error) => markRefusedFields(form, error) });
  };
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>Your Password</h2>}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} style={{ maxWidth: 420 }}>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Form.Item
          label="Current Password"
          name="currentPassword"
          rules={[{ required: true, message: 'Enter your current password' }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          label="New Password"
          name="newPassword"
          extra="Changing it signs you out everywhere else."
          rules={NEW_PASSWORD_RULES}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button htmlType="submit" icon={<LockOutlined />} loading={change.isPending}>
          Change Password
        </Button>
      </Form>
    </Card>
  );
}
