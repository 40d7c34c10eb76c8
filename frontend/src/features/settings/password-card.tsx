import type { ChangePasswordBody } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Form, Input } from 'antd';
import { LockIcon } from '../../ui/icons';
import { NewPasswordItem } from '../../ui/new-password-item';
import { RecordForm } from '../../ui/record-form';
import { useEdits } from '../../ui/use-edits';
import { useToastMutation } from '../../lib/toast-mutation';
import { changePassword, userQuery } from '../../records/session';

/** The card `Your Password`. */
export function PasswordCard() {
  const { data: user } = useQuery(userQuery);
  const change = useToastMutation({
    mutationFn: changePassword,
    success: ['Password changed', 'You stay signed in here, and were signed out everywhere else.'],
  });
  const edits = useEdits<ChangePasswordBody>({ values: { currentPassword: '', newPassword: '' } }, change);
  const submit = (body: ChangePasswordBody) => change.mutate(body, { onSuccess: edits.discard });
  return (
    <Card title={<h2 className="as-text">Your Password</h2>}>
      <RecordForm edits={edits} disabled={false} requiredMark={false} onSubmit={submit} style={{ maxWidth: 420 }}>
        {/* For password managers: whose password this is. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {user?.bySingleSignOn && (
          <p className="muted">
            You came by single sign-on. If you have no password, “Forgot password?” on the login page gets you one.
          </p>
        )}
        <Form.Item
          label="Current Password"
          name="currentPassword"
          rules={[{ required: true, message: 'Enter your current password' }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordItem label="New Password" name="newPassword" extra="Changing it signs you out everywhere else." />
        <Button htmlType="submit" icon={<LockIcon />} loading={change.isPending}>
          Change Password
        </Button>
      </RecordForm>
    </Card>
  );
}
