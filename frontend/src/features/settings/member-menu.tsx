import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useRef, useState } from 'react';
import { isNotFound, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { endSessionsOf, removeColleague, resetFactorsOf, teamQuery } from '../../records/team';
import { Confirm } from '../../ui/confirm';
import { DeleteDialog } from '../../ui/confirm-delete';
import { LogOutIcon, ShieldCheckIcon, TrashIcon } from '../../ui/icons';
import { MenuButton } from '../../ui/menu-button';
import { HandOver } from './hand-over';

/** The menu of a colleague's other actions. Each asks for confirmation. */
export function MemberMenu({ member }: { member: MemberView }) {
  const { id, name, email, hasSecondFactor } = member;
  const displayName = name || email;
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setAsked] = useState<'sessions' | 'factor' | 'removal' | null>(null);
  const [successor, setSuccessor] = useState<string | null>(null);
  const dialogProps = { onClose: () => setAsked(null), focusAfter: () => button.current };
  const end = useMemberAction(member, endSessionsOf, ['Sessions ended', `${email} was signed out everywhere.`]);
  const reset = useMemberAction(member, resetFactorsOf, [
    'Second factor reset',
    `${email} signs in with the password alone until they set up another.`,
  ]);
  const remove = useMemberAction(member, (removed) => removeColleague(removed, successor), [
    'Colleague removed',
    `${email} was signed out everywhere.`,
  ]);
  const factorEntry = {
    label: 'Reset second factor',
    icon: <ShieldCheckIcon />,
    onClick: () => setAsked('factor'),
  };
  return (
    <>
      <MenuButton
        label={`More for ${displayName}`}
        type="text"
        button={button}
        entries={[
          { label: 'End sessions', icon: <LogOutIcon />, onClick: () => setAsked('sessions') },
          ...(hasSecondFactor ? [factorEntry] : []),
          { label: 'Remove', icon: <TrashIcon />, isDanger: true, onClick: () => setAsked('removal') },
        ]}
      />
      {dialog === 'sessions' && (
        <Confirm
          {...dialogProps}
          title="End all sessions?"
          confirmText="End Sessions"
          onConfirm={() => end.mutateAsync(id)}
        >
          {displayName} is signed out everywhere at once, and downloads of theirs stop. They can sign in again.
        </Confirm>
      )}
      {dialog === 'factor' && (
        <Confirm
          {...dialogProps}
          title="Reset second factor?"
          confirmText="Reset"
          isDanger
          onConfirm={() => reset.mutateAsync(id)}
        >
          The authenticator app and the recovery codes of {displayName} end, and they are signed out everywhere. First
          make sure that it is {displayName} who asks for this.
        </Confirm>
      )}
      <DeleteDialog
        title="Remove colleague?"
        text={
          <>
            <bdi>{displayName}</bdi> is signed out everywhere at once and cannot sign in any more. Invitations that they
            sent end; what they did stays.
            {member.clientCount > 0 && <HandOver member={member} value={successor} onChange={setSuccessor} />}
          </>
        }
        confirmText="Remove"
        open={dialog === 'removal'}
        opener={button}
        onConfirm={() => remove.mutateAsync(id)}
        onClose={dialogProps.onClose}
      />
    </>
  );
}

/** Returns a mutation for an action on a member of staff, who may have been removed meanwhile. */
function useMemberAction({ email }: MemberView, action: (id: string) => Promise<void>, success: [string, string]) {
  return useToastMutation({
    mutationFn: action,
    success,
    failure: (error) => (isNotFound(error) ? null : ['Error', reasonOf(error)]),
    onError: (error) => isNotFound(error) && toast.info('Already removed', `Somebody else removed ${email} meanwhile.`),
    refresh: [teamQuery],
  });
}
