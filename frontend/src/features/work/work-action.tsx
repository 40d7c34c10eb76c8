import type { WorkItem, WorkKind } from '@gmb-moments/backend/contract/work';
import { Button } from 'antd';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon, SendIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { generateCaptions } from '../../records/captions';
import { deliveryOfMoment } from '../../records/deliveries';
import { useDialogs } from '../../records/dialogs';
import { publicAddress } from '../../records/moments';
import { COPY_TOASTS_IN_LISTS } from '../../records/open-link';
import { previewAddress } from '../../records/optimizations';
import { shareReview } from '../../records/reviews';
import { sharedReview } from '../../records/sharing';
import { pathOfWork, reviewOfWork, allWork } from '../../records/work';
import styles from './work.module.css';
import { countText } from '../../lib/count-text';
import { useMay } from '../../records/permissions';

interface WorkActionProps {
  item: WorkItem;
  /** Whether the item is the most urgent one, whose button is filled. */
  first: boolean;
}

/** Kinds of work whose action is sharing. */
const SHARED_KINDS: readonly WorkKind[] = [
  'moment.unshared',
  'moment.unopened',
  'moment.overdue',
  'optimization.unshared',
  'optimization.unopened',
  'optimization.overdue',
];

/** The action of an item. Beside the button to share, another one copies the open link. */
export function WorkAction({ item, first }: WorkActionProps) {
  const type = first ? 'primary' : 'default';
  const { kind, title } = item;
  const permissions = useMay();
  return (
    <div className={`raised flex no-shrink gap-8 ${styles['action']}`}>
      {kind === 'captions.failed' && permissions('review.generate') && <RetryButton item={item} type={type} />}
      {(kind === 'moment.feedback' || kind === 'optimization.feedback') && permissions('review.edit') && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Answer ${title}`}>
          Answer
        </LinkButton>
      )}
      {kind === 'optimization.unwritten' && permissions('review.edit') && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Complete ${title}`}>
          Complete
        </LinkButton>
      )}
      {kind === 'moment.undelivered' && permissions('review.deliver') && <DeliverButton item={item} type={type} />}
      {SHARED_KINDS.includes(kind) && permissions('review.share') && (
        <>
          <CopyOpenLink item={item} />
          <ShareButton item={item} type={type} />
        </>
      )}
    </div>
  );
}

interface ButtonProps {
  item: WorkItem;
  type: 'primary' | 'default';
}

/** Opens the dialog to share the item with reviewers. */
function ShareButton({ item, type }: ButtonProps) {
  const { share } = useDialogs();
  const shared = sharedReview(reviewOfWork(item), item);
  return (
    <Button
      icon={<SendIcon />}
      type={type}
      aria-label={`Share ${item.title}`}
      onClick={() => share({ shared, copyToasts: COPY_TOASTS_IN_LISTS })}
    >
      Share
    </Button>
  );
}

/** Copies the client's open link and marks the item as shared. */
function CopyOpenLink({ item }: { item: WorkItem }) {
  const { subjectId, title, publicLink, publicOrigin, isOpenLinkWorking } = item;
  const share = useToastMutation<unknown>({
    mutationFn: () => shareReview(reviewOfWork(item)),
    success: ['Link copied!', `The client's link of ${title} is in the clipboard.`],
    failure: COPY_TOASTS_IN_LISTS.failure,
    refresh: [allWork],
  });
  return (
    <CopyButton
      type="text"
      text={
        publicLink === null
          ? publicAddress({ id: subjectId, publicOrigin })
          : previewAddress({ publicLink, publicOrigin })
      }
      copyIcon={<LinkIcon />}
      disabled={!isOpenLinkWorking}
      onCopied={() => share.mutate()}
      aria-label={`Copy open link: ${title}`}
      title={isOpenLinkWorking ? 'Copy open link' : 'The open link is closed'}
    >
      {null}
    </CopyButton>
  );
}

/** Opens the preview of the delivery. */
function DeliverButton({ item: { subjectId, title, client }, type }: ButtonProps) {
  const { deliver } = useDialogs();
  return (
    <Button
      type={type}
      onClick={() => deliver({ source: deliveryOfMoment({ id: subjectId, title, client }) })}
      aria-label={`Deliver ${title}`}
    >
      Deliver
    </Button>
  );
}

/** Retries the failed captions. */
function RetryButton({ item: { subjectId, title }, type }: ButtonProps) {
  const retry = useToastMutation({
    mutationFn: () => generateCaptions(subjectId),
    success: ({ total }) => ['Generating captions', `${countText(total, 'image')} of ${title}`],
    failure: (error) => ['Error', `Failed to generate captions\n${reasonOf(error)}`],
    refresh: [allWork],
  });
  return (
    <Button type={type} loading={retry.isPending} onClick={() => retry.mutate()} aria-label={`Retry failed: ${title}`}>
      Retry failed
    </Button>
  );
}
