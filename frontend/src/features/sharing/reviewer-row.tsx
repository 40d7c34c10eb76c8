import type { LinkView } from '@gmb-moments/backend/contract/links';
import type { ListedReviewer } from '@gmb-moments/backend/contract/reviewers';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { LinkFacts } from './link-item';
import { LinkTag } from './link-tag';
import { MailRefusalNote } from './mail-refusal';
import { languageName } from './share-text';
import { ReviewerDialog } from './reviewer-dialog';
import { removeReviewer, reviewersQuery, share, allSharing, sharingQuery } from '../../records/sharing';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { EditIcon, LinkIcon, SendIcon } from '../../ui/icons';
import { Initials } from '../../ui/initials';
import { RelativeTime } from '../../ui/relative-time';
import { Tooltip } from '../../ui/tooltip';
import styles from './client-reviewers.module.css';
import { useCan } from '../../records/permissions';

interface Props {
  reviewer: ListedReviewer;
  /** The reviewer's link to the client's portal. */
  link: LinkView | undefined;
  /** Opens the dialog that shares the portal with the reviewer. */
  onShare: () => void;
}

/** A reviewer of a client, with their link to the client's portal. */
export function ReviewerRow({ reviewer, link, onShare }: Props) {
  const { name, email, language, timeZone, lastSeenAt } = reviewer;
  const mayShare = useCan('review.share');
  return (
    <article aria-label={name} className={`grid top ${styles['row']}`}>
      <Initials name={name} />
      <div className="grid shrink gap-2">
        <bdi className={`strong anywhere ${styles['name']}`}>{name}</bdi>
        <span className="note muted anywhere">{email || 'No e-mail'}</span>
        <MailRefusalNote reviewer={reviewer} />
        <span className="note muted anywhere">
          {languageName(language)} · {timeZone.replaceAll('_', ' ')}
        </span>
        <span className="note muted anywhere">
          {lastSeenAt ? (
            <>
              Last seen <RelativeTime date={lastSeenAt} />
            </>
          ) : (
            'Not seen yet'
          )}
        </span>
      </div>
      <PortalLink reviewer={reviewer} link={link} onShare={onShare} />
      {mayShare && <ReviewerButtons reviewer={reviewer} />}
    </article>
  );
}

function PortalLink({ reviewer, link, onShare }: Props) {
  const { id, name, clientId } = reviewer;
  const queryClient = useQueryClient();
  const shared = { path: 'clients', id: clientId } as const;
  const mayShare = useCan('review.share');
  const create = useToastMutation({
    mutationFn: () => share(shared, { reviewers: [{ reviewerId: id }], mail: false }),
    success: ['Link created', `Copy it, or send it to ${name}`],
    onSuccess: (sharing) => queryClient.setQueryData(sharingQuery(shared).queryKey, sharing),
    refresh: [reviewersQuery(clientId)],
  });
  const send = mayShare && link?.state !== 'revoked' && (
    <Button
      type="text"
      size="small"
      icon={<SendIcon />}
      aria-label={`Send the portal link to ${name}`}
      onClick={onShare}
    >
      Send
    </Button>
  );
  return (
    <div className={`grid shrink gap-2 ${styles['portal']}`}>
      <div className={`row wrap gap-4-8 ${styles['portalHead']}`}>
        <span className={`small medium ${styles['label']}`}>Portal link</span>
        {link ? <LinkTag link={link} /> : <span className="note muted anywhere">None</span>}
        {link && send}
      </div>
      {link ? (
        <LinkFacts link={link} />
      ) : (
        <div className={`row wrap gap-4-8 ${styles['portalHead']}`}>
          {mayShare && (
            <Button
              size="small"
              icon={<LinkIcon />}
              loading={create.isPending}
              aria-label={`Create the portal link of ${name}`}
              onClick={() => create.mutate()}
            >
              Create link
            </Button>
          )}
          {send}
        </div>
      )}
    </div>
  );
}

function ReviewerButtons({ reviewer }: Pick<Props, 'reviewer'>) {
  const { id, name, clientId, openLinks } = reviewer;
  const [isEditing, setEditing] = useState(false);
  const remove = useToastMutation({
    mutationFn: () => removeReviewer(id),
    success: ['Reviewer removed', name],
    refresh: [reviewersQuery(clientId), allSharing],
  });
  return (
    <span className="flex">
      <Tooltip text={`Edit ${name}`}>
        <Button type="text" icon={<EditIcon />} aria-label={`Edit ${name}`} onClick={() => setEditing(true)} />
      </Tooltip>
      <ConfirmDelete
        label={`Remove ${name}`}
        title={`Remove ${name}?`}
        text={removalText(openLinks)}
        confirmText="Remove"
        onConfirm={() => remove.mutateAsync()}
      />
      {isEditing && <ReviewerDialog clientId={clientId} reviewer={reviewer} onClose={() => setEditing(false)} />}
    </span>
  );
}

function removalText(openLinks: number): string {
  const links =
    openLinks === 0
      ? 'No more mails are sent to them.'
      : `${openLinks === 1 ? 'Their link closes' : `Their ${openLinks} links close`} at once, wherever open, and no more mails are sent.`;
  return `${links} Decisions and the history keep the name. This cannot be undone.`;
}
