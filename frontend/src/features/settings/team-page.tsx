import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { countText } from '../../lib/count-text';
import type { Prefetch } from '../../lib/query-client';
import { invitationsQuery } from '../../records/invitations';
import { useCan } from '../../records/permissions';
import { teamQuery } from '../../records/team';
import { useSingleSignOn } from '../../records/single-sign-on';
import { SendIcon, UserPlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { AccessDialog } from './access-dialog';
import { ColleagueDialog } from './colleague-dialog';
import { Invitations } from './invitations';
import { InviteDialog } from './invite-dialog';
import styles from './team.module.css';
import { TeamList } from './team-list';

/** Loads the data that the page shows first. */
export const prefetchTeam: Prefetch = (client) => client.prefetchQuery(teamQuery);

/** The page of the members of staff with role and scope, and of the invitations. */
export function TeamPage() {
  const manages = useCan('team.manage');
  const hasPasswords = !useSingleSignOn()?.isOnly;
  const [dialog, setDialog] = useState<'add' | 'invite' | MemberView | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="Team"
        parent={{ title: 'Settings', path: '/settings' }}
        subtitle={<Summary />}
        actions={
          manages && (
            <>
              {hasPasswords && (
                <Button icon={<UserPlusIcon />} onClick={() => setDialog('add')}>
                  Add Colleague
                </Button>
              )}
              <Button type="primary" icon={<SendIcon />} onClick={() => setDialog('invite')}>
                Invite Colleague
              </Button>
            </>
          )
        }
      />
      <div className="column gap-24">
        <TeamList onChange={manages ? setDialog : undefined} />
        {manages && <Invitations />}
        {manages && (
          <p className={`muted small ${styles['note']}`}>
            A change of role or scope counts at once, in every open page. Removing somebody ends their sessions and asks
            who takes their clients.
          </p>
        )}
      </div>
      {dialog === 'add' && <ColleagueDialog onClose={close} />}
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog && typeof dialog === 'object' && <AccessDialog member={dialog} onClose={close} />}
    </>
  );
}

function Summary() {
  const manages = useCan('team.manage');
  const { data: team } = useQuery(teamQuery);
  const { data: invitations } = useQuery({ ...invitationsQuery, enabled: manages });
  const people = team && countText(team.length, 'person', 'people');
  const invited = invitations && invitations.length > 0 ? `, ${invitations.length} invited` : '';
  return <>{people && `${people}${invited}. `}Everyone sees their scope, and nothing beyond it.</>;
}
