import { PASSWORD_MAX, PASSWORD_MIN } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';

// It is never cut, which could stay unnoticed after pasting.
const RULES = [
  { required: true, min: PASSWORD_MIN, message: `Enter at least ${PASSWORD_MIN} characters` },
  { max: PASSWORD_MAX, message: `Enter at most ${PASSWORD_MAX} characters` },
];

interface NewPasswordItemProps {
  label: string;
  name: string;
  extra?: string;
}

/** The item of a form in which a new password is chosen. */
export function NewPasswordItem({ label, name, extra }: NewPasswordItemProps) {
  return (
    <Form.Item label={label} name={name} extra={extra} rules={RULES}>
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  );
}
