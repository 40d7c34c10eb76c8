import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { FormDialog } from '../../ui/form-dialog';
import { NewPasswordItem } from '../../ui/new-password-item';
import { atMost } from '../../lib/characters';
import { messageOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { addColleague, teamQuery } from '../../records/team';
import { NEW_RIGHTS, RightsFields, rightsToSend, type RightsValues } from './rights-fields';

interface ColleagueFields extends RightsValues {
  name: string;
  email: string;
  password: string;
}

/** The dialog to add a colleague. Mount it to open it. */
export function ColleagueDialog({ onClose }: { onClose: () => void }) {
  const add = useToastMutation({
    mutationFn: (fields: ColleagueFields) => addColleague({ ...fields, ...rightsToSend(fields) }),
    success: ({ email }) => ['Colleague added', `${email} can sign in with the password that you chose.`],
    failure: (error) => ['Registration failed', messageOf(error)],
    onSuccess: onClose,
    refresh: [teamQuery],
  });
  return (
    <FormDialog
      title="Add Colleague"
      submitText="Add Colleague"
      pendingText="Adding..."
      save={add}
      width={680}
      record={{ values: { name: '', email: '', password: '', ...NEW_RIGHTS } as ColleagueFields }}
      onClose={onClose}
    >
      <Form.Item label="Name" name="name">
        <Input count={atMost(NAME_MAX)} autoComplete="off" />
      </Form.Item>
      <EmailItem />
      <NewPasswordItem
        label="Password"
        name="password"
        extra="Hand it over in a safe way. Your colleague can change it after signing in."
      />
      <RightsFields />
    </FormDialog>
  );
}

/** Form item for a colleague's e-mail address. */
export function EmailItem() {
  return (
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
  );
}
