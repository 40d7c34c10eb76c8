import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Button, Card, Form, Input } from 'antd';
import { use } from 'react';
import { atMost } from '../../lib/characters';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { StaffMember } from '../../records/permissions';
import { userQuery } from '../../records/session';
import { teamQuery, updateAccount } from '../../records/team';
import { SaveIcon } from '../../ui/icons';

/** The card `Name`: the own name, which the history, mails and certificates show. */
export function NameCard() {
  const user = use(StaffMember);
  const save = useToastMutation({
    mutationFn: updateAccount,
    success: ['Name saved', 'Mails and certificates show it from now on.'],
    failure: (error) => ['The name was not saved', reasonOf(error)],
    refresh: [userQuery, teamQuery],
  });
  if (!user) return null;
  return (
    <Card title={<h2 className="as-text">Name</h2>}>
      <Form<{ name: string }>
        layout="vertical"
        initialValues={{ name: user.name }}
        onFinish={(body) => save.mutate(body)}
      >
        <Form.Item
          label="Name"
          name="name"
          extra={`Clients read it in mails and certificates, colleagues in the history; without it, ${user.email}.`}
        >
          <Input count={atMost(NAME_MAX)} autoComplete="name" dir="auto" style={{ maxWidth: 420 }} />
        </Form.Item>
        <Button htmlType="submit" icon={<SaveIcon />} loading={save.isPending}>
          Save Name
        </Button>
      </Form>
    </Card>
  );
}
