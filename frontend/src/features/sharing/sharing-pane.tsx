import type { SharingView } from '@gmb-moments/backend/contract/links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { CopyButton } from '../../ui/copy-button';
import { Sheet } from '../../ui/dialog';
import { CrossIcon, GlobeIcon, UserPlusIcon } from '../../ui/icons';
import { Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { Switch } from '../../ui/switch';
import { LinkItem } from './link-item';
import type { ShareProps } from '../../records/dialogs';
import { useOpenLink } from '../../records/open-link';
import type { ReviewRef } from '../../records/reviews';
import { sharingQuery, updateSharing, type Shared, type SharedRef } from '../../records/sharing';
import { ShareDialog } from './share-dialog';
import styles from './sharing-pane.module.css';
import { SharingTimeline } from './sharing-timeline';
import { useCan } from '../../records/permissions';

interface Props extends Pick<ShareProps, 'notice' | 'confirmCopy'> {
  shared: Shared & ReviewRef;
  /** Called by the pane's close button; without it, the pane has no title and no close button. */
  onClose?: (() => void) | undefined;
}

/** Who may see a review: the open link, the links of reviewers, and the timeline of both. */
export function SharingPane({ shared, notice, confirmCopy, onClose }: Props) {
  const [isAdding, setAdding] = useState(false);
  const mayShare = useCan('review.share');
  return (
    <section aria-label="Who may see it" className="surface-2">
      <div className={`row to-end underlined gap-8 ${styles['head']}`}>
        {onClose && <h2 className="fill heading">Sharing</h2>}
        {mayShare && (
          <Button icon={<UserPlusIcon />} onClick={() => setAdding(true)}>
            Add reviewer
          </Button>
        )}
        {onClose && <Button type="text" icon={<CrossIcon />} aria-label="Close sharing" onClick={onClose} />}
      </div>
      <QueryView
        query={useQuery(sharingQuery(shared))}
        failed="The links could not be loaded"
        loading={
          <Loading label="Loading the links">
            <Skeleton active paragraph={{ rows: 8 }} className={styles['skeleton']} />
          </Loading>
        }
      >
        {(sharing) => (
          <>
            <OpenLink review={shared} sharing={sharing} confirmCopy={confirmCopy} />
            <NamedLinks {...sharing} />
            <SharingTimeline review={shared} />
          </>
        )}
      </QueryView>
      {isAdding && (
        <ShareDialog shared={shared} notice={notice} confirmCopy={confirmCopy} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}

/** The sharing pane as a sheet over the page. Mount it to open it. */
export function SharingSheet({ shared, onClose }: { shared: Shared & ReviewRef; onClose: () => void }) {
  return (
    <Sheet title="Sharing" width={400} isPane onClose={onClose}>
      <SharingPane shared={shared} />
    </Sheet>
  );
}

interface OpenLinkProps extends Pick<ShareProps, 'confirmCopy'> {
  review: ReviewRef;
  sharing: SharingView;
}

function OpenLink({ review, sharing, confirmCopy }: OpenLinkProps) {
  const { url, isDisabled, onCopied } = useOpenLink(review);
  const { openLink, isOpenLinkWorking, openLinkSharedAt } = sharing;
  const mayShare = useCan('review.share');
  const id = useId();
  return (
    <div className={`grid gap-8 ${styles['part']}`}>
      <div className="row shrink gap-8">
        <GlobeIcon className="muted" />
        <label htmlFor={id} className="fill muted">
          <strong className="ink strong">Open link</strong>{' '}
          {openLink ? 'Anyone who has it may decide' : 'Closed for everybody'}
          {' · '}
          {openLinkSharedAt ? (
            <>
              shared <RelativeTime date={openLinkSharedAt} />
            </>
          ) : (
            'not shared'
          )}
        </label>
        <OpenLinkSwitch id={id} shared={review} openLink={openLink} />
      </div>
      {isOpenLinkWorking && (
        <div className="row shrink gap-8">
          <input
            readOnly
            value={url}
            title={url}
            aria-label="Open link"
            className={`field grow ${styles['url']}`}
            onFocus={(event) => event.target.select()}
          />
          {mayShare && <CopyButton text={url} disabled={isDisabled} onCopied={onCopied} confirmCopy={confirmCopy} />}
        </div>
      )}
      {openLink && !isOpenLinkWorking && <p className="muted">All open links of this client are closed.</p>}
    </div>
  );
}

/** The switch that opens or closes the open link. */
export function OpenLinkSwitch({ id, shared, openLink }: { id: string; shared: SharedRef; openLink: boolean }) {
  const queryClient = useQueryClient();
  const { queryKey } = sharingQuery(shared);
  const mayShare = useCan('review.share');
  const update = useToastMutation({
    mutationFn: (open: boolean) => updateSharing(shared, { openLink: open }),
    success: ({ openLink: isOpen }) => [isOpen ? 'Open link opened' : 'Open link closed'],
    onSuccess: (sharing) => queryClient.setQueryData(queryKey, sharing),
  });
  return (
    <Switch
      id={id}
      checked={update.isPending ? update.variables : openLink}
      disabled={!mayShare || update.isPending}
      onChange={(open) => update.mutate(open)}
    />
  );
}

function NamedLinks({ links, sendsMails }: Pick<SharingView, 'links' | 'sendsMails'>) {
  const open = links.filter(({ state }) => state === 'open');
  return (
    <>
      <div className={`flex between muted small sunken ${styles['band']}`}>
        <h3 className="small medium">Named links</h3>
        {open.length > 0 && (
          <span>
            {open.filter(({ mayDecide }) => mayDecide).length} of {open.length} may decide
          </span>
        )}
      </div>
      {links.length === 0 && <p className={`muted ${styles['part']}`}>No reviewer has a link of their own yet.</p>}
      {links.length > 0 && !sendsMails && (
        <p className={`muted small ${styles['part']}`}>
          No mail server is set up, so no reminders are sent. Copy a link, or share again for a text to send yourself.
        </p>
      )}
      <ul className="divided">
        {links.map((link) => (
          <li key={link.id}>
            <LinkItem link={link} />
          </li>
        ))}
      </ul>
    </>
  );
}
