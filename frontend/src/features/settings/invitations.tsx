import type { InvitationView } from '@gmb-moments/backend/contract/password-links';
import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { isNotFound, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { invitationsQuery, resendInvitation, revokeInvitation } from '../../records/invitations';
import { ROLE_WORDS, scopeWords } from '../../records/team';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { CopyButton } from '../../ui/copy-button';
import { CheckIcon, CircleDashedIcon, ClockIcon, LinkIcon, RevokedIcon, WarningIcon } from '../../ui/icons';
import { QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import styles from './settings.module.css';

/** The list of invited colleagues; nothing if there are none. */
export function Invitations() {
  return (
    <QueryView query={useQuery(invitationsQuery)} failed="The invitations could not be loaded" loading={null}>
      {(invitations) =>
        invitations.length > 0 && (
          <section className={`ruled ${styles['invited']}`}>
            <h3 className="muted">Invited</h3>
            <ul aria-label="Invited colleagues">
              {invitations.map((invitation) => (
                <Invitation key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </section>
        )
      }
    </QueryView>
  );
}

function Invitation({ invitation }: { invitation: InvitationView }) {
  const { id, email, name, role, scope, invitedBy, createdAt, address } = invitation;
  const { names, more } = scopeWords(scope);
  const displayName = name || email;
  const rules = {
    failure: (error: Error): [string, string] | null => (isNotFound(error) ? null : ['Error', reasonOf(error)]),
    onError: (error: Error) =>
      isNotFound(error) &&
      toast.info('This invitation has ended', `${email} accepted it, or somebody else changed it.`),
    refresh: [invitationsQuery],
  };
  const resend = useToastMutation({
    mutationFn: () => resendInvitation(id),
    success: ({ mail }) =>
      mail === 'unsent'
        ? ['New link made', 'This system sends no mail. Copy the link and hand it over.']
        : ['Invitation sent again', `A mail with a new link is on its way to ${email}.`],
    ...rules,
  });
  const revoke = useToastMutation({
    mutationFn: () => revokeInvitation(id),
    success: ['Invitation revoked', email],
    ...rules,
  });
  return (
    <li className={`row wrap ${styles['invitation']}`}>
      <div className={`shrink anywhere ${styles['who']}`}>
        <div className={`row wrap ${styles['name']}`}>
          <bdi className={styles['invitee']}>{displayName}</bdi>
          <InvitationTag invitation={invitation} />
        </div>
        <div className={`flex wrap muted small ${styles['facts']}`}>
          {name && <span>{email}</span>}
          <span>
            {ROLE_WORDS[role].label} of <bdi>{names}</bdi> {more}
          </span>
          <span>
            Invited by <bdi>{invitedBy}</bdi> <RelativeTime date={createdAt} />
          </span>
        </div>
      </div>
      <div className={`row gap-4 ${styles['actions']}`}>
        {address && (
          <CopyButton
            type="text"
            copyIcon={<LinkIcon />}
            text={address}
            aria-label={`Copy the link of ${displayName}`}
            style={{ paddingInline: 8 }}
          >
            Copy Link
          </CopyButton>
        )}
        <Button
          type="text"
          style={{ paddingInline: 8 }}
          loading={resend.isPending}
          aria-label={`Resend the invitation of ${displayName}`}
          onClick={() => resend.mutate()}
        >
          Resend
        </Button>
        <ConfirmDelete
          label={`Revoke the invitation of ${displayName}`}
          title="Revoke invitation?"
          text={`The link that ${displayName} got ends at once.`}
          confirmText="Revoke"
          onConfirm={() => revoke.mutateAsync()}
        />
      </div>
    </li>
  );
}

const EXPIRED: [ReactNode, string] = [<RevokedIcon key="icon" size={12} />, 'Expired'];
const STATES: Record<NonNullable<InvitationView['mail']>, [ReactNode, string]> = {
  waiting: [<ClockIcon key="icon" size={12} />, 'Being mailed'],
  sent: [<CheckIcon key="icon" size={12} />, 'Mailed'],
  unsent: [<CircleDashedIcon key="icon" size={12} />, 'Not mailed'],
  dropped: [<CircleDashedIcon key="icon" size={12} />, 'Not mailed'],
  failed: [<WarningIcon key="icon" size={12} />, 'Mail failed'],
};

/** The state of the invitation or its mail. */
function InvitationTag({ invitation: { isOpen, mail } }: { invitation: InvitationView }) {
  const state = isOpen ? mail && STATES[mail] : EXPIRED;
  if (!state) return null;
  return (
    <Tag icon={state[0]} style={{ margin: 0, display: 'inline-flex', alignItems: 'center' }}>
      {state[1]}
    </Tag>
  );
}
