import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { FormDialog, markRefusedFields } from '../../components/form-dialog';
import { atMost } from '../../lib/characters';
import { NEW_PASSWORD_RULES } from './password-rule';
import { useAddColleague } from './team-mutations';

interface ColleagueFields {
  name: string;
  email: string;
  password: string;
}

/** Adds a colleague. Mount it to open it. */
export function ColleagueDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<ColleagueFields>();
  const add = useAddColleague({ onAdded: onClose });
  return (
    <FormDialog
      title="Add Colleague"
      submitText="Add Colleague"
      pendingText="Adding..."
      pending={add.isPending}
      error={add.error}
      form={form}
      initialValues={{ name: '', email: '', password: '' }}
      onSubmit={(fields) => add.mutate(fields, { onError: (error) => markRefusedFields(form, error) })}
      onClose={onClose}
    >
      <Form.Item label="Name" name="name">
        <Input count={atMost(NAME_MAX)} autoComplete="off" />
      </Form.Item>
      <Form.Item
        label="Email"
        name="email"
        rules={[
          { required: true, whitespace: true, message: 'Email is required' },
          { pattern: /^\s*[^\s@]+@[^\s@]+\s*$/, message: 'Enter an e-mail address such as grace@example.com' },
        ]}
      >
        <Input type="email" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        label="Password"
        name="password"
        extra="Hand it over in a safe way. Your colleague can change it after signing in."
        rules={NEW_PASSWORD_RULES}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
