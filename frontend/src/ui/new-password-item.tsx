import { PASSWORD_MAX, PASSWORD_MIN } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';

// Validated instead of limited by `maxLength`, which would silently truncate a pasted password.
const RULES = [
  { required: true, min: PASSWORD_MIN, message: `Enter at least ${PASSWORD_MIN} characters` },
  { max: PASSWORD_MAX, message: `Enter at most ${PASSWORD_MAX} characters` },
];

interface NewPasswordItemProps {
  label: string;
  name: string;
  extra?: string;
}

/** The form item for a new password. */
export function NewPasswordItem({ label, name, extra }: NewPasswordItemProps) {
  return (
    <Form.Item label={label} name={name} extra={extra} rules={RULES}>
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  );
}
