import type { LinkView } from '@gmb-moments/backend/contract/links';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { Confirm } from '../../ui/confirm';
import { CopyButton } from '../../ui/copy-button';
import { EditIcon, LinkIcon, ReplaceIcon } from '../../ui/icons';
import { MenuButton } from '../../ui/menu-button';
import { LinkDialog } from './link-dialog';
import { replaceLink, restoreLink, revokeLink, allSharing } from '../../records/sharing';
import { useCan } from '../../records/permissions';

interface Props {
  link: LinkView;
}

interface ActionProps extends Props {
  act: (id: string) => Promise<LinkView>;
  /** The toast after success. */
  done: string;
  label: string;
  type?: 'text' | 'default';
  children: ReactNode;
}

/** A button that sends a request about a link. */
export function ActionButton({ link, act, done, label, type = 'text', children }: ActionProps) {
  const { isPending, mutate } = useLinkAction(link, act, done);
  const mayShare = useCan('review.share');
  if (!mayShare) return null;
  return (
    <Button type={type} size="small" loading={isPending} aria-label={label} onClick={() => mutate()}>
      {children}
    </Button>
  );
}

function useLinkAction({ id, reviewer }: LinkView, act: ActionProps['act'], done: string) {
  return useToastMutation({
    mutationFn: () => act(id),
    success: [done, reviewer.name],
    refresh: [allSharing],
  });
}

/** The actions on a link: copy, edit, replace, revoke, or restore. */
export function LinkButtons({ link }: Props) {
  const { reviewer, address, state } = link;
  const [dialog, setDialog] = useState<'edit' | 'replace' | 'revoke' | null>(null);
  const close = () => setDialog(null);
  const revoke = useLinkAction(link, revokeLink, 'Link revoked');
  const replace = useLinkAction(link, replaceLink, 'New link made');
  const mayShare = useCan('review.share');
  if (!mayShare) return null;
  if (state === 'revoked') {
    return (
      <ActionButton link={link} act={restoreLink} done="Link restored" label={`Restore the link of ${reviewer.name}`}>
        Restore
      </ActionButton>
    );
  }
  return (
    <span className="flex no-shrink">
      {address && (
        <CopyButton
          type="text"
          size="small"
          text={address}
          copyIcon={<LinkIcon />}
          aria-label={`Copy the link of ${reviewer.name}`}
          title="Copy this link"
          onCopied={() => toast.success('Copied', `The link of ${reviewer.name}`)}
        >
          {null}
        </CopyButton>
      )}
      <Button
        type="text"
        size="small"
        icon={<EditIcon />}
        aria-label={`Edit the link of ${reviewer.name}`}
        title="Edit this link"
        onClick={() => setDialog('edit')}
      />
      <MenuButton
        label={`More actions on the link of ${reviewer.name}`}
        type="text"
        size="small"
        entries={[{ label: 'New link', icon: <ReplaceIcon />, onClick: () => setDialog('replace') }]}
      />
      <Button
        type="text"
        danger
        size="small"
        aria-label={`Revoke the link of ${reviewer.name}`}
        onClick={() => setDialog('revoke')}
      >
        Revoke
      </Button>
      {dialog === 'edit' && <LinkDialog link={link} onClose={close} />}
      {dialog === 'revoke' && (
        <Confirm
          title={`Revoke the link of ${reviewer.name}?`}
          confirmText="Revoke"
          isDanger
          onConfirm={() => revoke.mutateAsync()}
          onClose={close}
        >
          It closes at once wherever it is open, and never opens again. What was decided stays. Restoring makes a new
          link.
        </Confirm>
      )}
      {dialog === 'replace' && (
        <Confirm
          title={`New link for ${reviewer.name}?`}
          confirmText="Make new link"
          isDanger
          onConfirm={() => replace.mutateAsync()}
          onClose={close}
        >
          The link that {reviewer.name} has closes at once wherever it is open, and never opens again. What was decided
          stays. Copy the new link, or share again to mail it. Mails that are not sent yet will have the new link.
        </Confirm>
      )}
    </span>
  );
}
