import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { PasswordLinkView, UsePasswordLinkBody } from '@gmb-moments/backend/contract/password-links';
import { Button, Form, Input } from 'antd';
import { atMost } from '../../lib/characters';
import { NewPasswordItem } from '../../ui/new-password-item';
import { RecordForm } from '../../ui/record-form';
import { useEdits } from '../../ui/use-edits';

type Fields = Omit<UsePasswordLinkBody, 'token'>;

interface ChoosePasswordFormProps {
  link: PasswordLinkView;
  isPending: boolean;
  error: Error | null;
  onSubmit: (fields: Fields) => void;
}

/** The form to choose the password of a link's account; with an invitation also the name. */
export function ChoosePasswordForm({ link, isPending, error, onSubmit }: ChoosePasswordFormProps) {
  const { email, name, kind } = link;
  const edits = useEdits<Fields>(
    { values: { ...(kind === 'invitation' && { name }), password: '' } },
    { isPending, error },
  );
  return (
    <RecordForm edits={edits} disabled={false} requiredMark={false} onSubmit={onSubmit}>
      <Form.Item label="Email" htmlFor="choose-password-email">
        <Input id="choose-password-email" type="email" autoComplete="username" value={email} readOnly />
      </Form.Item>
      {kind === 'invitation' && (
        <Form.Item label="Name" name="name" extra="How your colleagues see you.">
          <Input count={atMost(NAME_MAX)} autoComplete="name" dir="auto" />
        </Form.Item>
      )}
      <NewPasswordItem label={kind === 'invitation' ? 'Password' : 'New Password'} name="password" />
      <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
        {isPending ? 'Saving...' : 'Save and Sign In'}
      </Button>
    </RecordForm>
  );
}
