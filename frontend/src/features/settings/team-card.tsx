import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton, Tag } from 'antd';
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
import styles from './settings.module.css';
import { removeColleague, teamQuery } from '../../records/settings';

/** The card `Team`: every member of staff, and who is invited. */
export function TeamCard() {
  const [dialog, setDialog] = useState<'add' | 'invite' | null>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title={
        <div className={`row wrap between gap-8 ${styles['head']}`}>
          <h2 className="as-text">Team</h2>
          <div className="flex wrap gap-8">
            <Button icon={<UserPlusIcon />} onClick={() => setDialog('add')}>
              Add Colleague
            </Button>
            <Button icon={<SendIcon />} onClick={() => setDialog('invite')}>
              Invite Colleague
            </Button>
          </div>
        </div>
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
          {team.length === 1 && <p className={`muted ${styles['alone']}`}>Nobody else can sign in yet.</p>}
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
    <li className={`row gap-12 ${styles['member']}`}>
      <div className="grow anywhere">
        <div className={`row wrap ${styles['name']}`}>
          <span className="strong">{name || email}</span>
          {isSelf && <Tag style={{ margin: 0 }}>You</Tag>}
        </div>
        <div className={`flex wrap muted small ${styles['facts']}`}>
          {name && <span>{email}</span>}
          <span className="nowrap">
            Added <RelativeTime date={createdAt} />
          </span>
        </div>
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
