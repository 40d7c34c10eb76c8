import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { SendIcon, UserPlusIcon } from '../../ui/icons';
import { Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { isNotFound, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { userQuery } from '../../records/session';
import { ColleagueDialog } from './colleague-dialog';
import { Invitations } from './invitations';
import { InviteDialog } from './invite-dialog';
import { removeColleague, teamQuery } from '../../records/settings';

/** The card `Team`: every member of staff, and who is invited. */
export function TeamCard() {
  const [dialog, setDialog] = useState<'add' | 'invite' | null>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title={
        <Flex wrap align="center" justify="space-between" gap={8} style={{ paddingBlock: 8 }}>
          <h2 style={{ margin: 0, font: 'inherit' }}>Team</h2>
          <Flex wrap gap={8}>
            <Button icon={<UserPlusIcon />} onClick={() => setDialog('add')}>
              Add Colleague
            </Button>
            <Button icon={<SendIcon />} onClick={() => setDialog('invite')}>
              Invite Colleague
            </Button>
          </Flex>
        </Flex>
      }
      styles={{ title: { whiteSpace: 'normal' }, body: { paddingBlock: 12 } }}
    >
      <Team />
      <Invitations />
      {dialog === 'add' && <ColleagueDialog onClose={close} />}
      {dialog === 'invite' && <InviteDialog onClose={close} />}
    </Card>
  );
}

function Team() {
  const { data: self } = useQuery(userQuery);
  return (
    <QueryView
      query={useQuery(teamQuery)}
      failed="The team could not be loaded"
      loading={
        <Loading label="Loading the team">
          <Skeleton active title={false} paragraph={{ rows: 3 }} style={{ paddingBlock: 12 }} />
        </Loading>
      }
    >
      {(team) => (
        <>
          <ul aria-label="Members of staff" className="divided">
            {team.map((user) => (
              <Member key={user.id} user={user} isSelf={user.id === self?.id} />
            ))}
          </ul>
          {team.length === 1 && (
            <p className="muted" style={{ margin: '4px 0 8px' }}>
              Nobody else can sign in yet.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}

function Member({ user, isSelf }: { user: UserView; isSelf: boolean }) {
  const { id, name, email, createdAt } = user;
  const remove = useToastMutation({
    mutationFn: () => removeColleague(id),
    success: ['Colleague removed', `${email} was signed out everywhere.`],
    failure: (error) => (isNotFound(error) ? null : ['Error', reasonOf(error)]),
    onError: (error) => isNotFound(error) && toast.info('Already removed', `Somebody else removed ${email} meanwhile.`),
    refresh: [teamQuery],
  });
  return (
    <li className="row gap-12" style={{ minHeight: 64, padding: '8px 0' }}>
      <div className="grow anywhere">
        <Flex wrap align="center" gap="0 8px">
          <span className="strong">{name || email}</span>
          {isSelf && <Tag style={{ margin: 0 }}>You</Tag>}
        </Flex>
        <Flex wrap gap="0 12px" className="muted small">
          {name && <span>{email}</span>}
          <span className="nowrap">
            Added <RelativeTime date={createdAt} />
          </span>
        </Flex>
      </div>
      {!isSelf && (
        <ConfirmDelete
          label={`Remove ${name || email}`}
          title="Remove colleague?"
          text={`${name || email} is signed out everywhere at once and cannot sign in any more. Invitations that they sent end; what they did stays.`}
          confirmText="Remove"
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </li>
  );
}
