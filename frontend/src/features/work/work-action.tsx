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
  /** Whether it is the most urgent of all: the one button that is filled. */
  first: boolean;
}

/** Where sharing is what it takes, for the first time or again. */
const SHARED: readonly WorkKind[] = [
  'moment.unshared',
  'moment.unopened',
  'moment.overdue',
  'optimization.unshared',
  'optimization.unopened',
  'optimization.overdue',
];

/** The one thing to do about an item; beside sharing it with reviewers, its open link is copied with one click. */
export function WorkAction({ item, first }: WorkActionProps) {
  const type = first ? 'primary' : 'default';
  const { kind, title } = item;
  const may = useMay();
  return (
    <div className={`raised flex no-shrink gap-8 ${styles['action']}`}>
      {kind === 'captions.failed' && may('review.generate') && <RetryButton item={item} type={type} />}
      {(kind === 'moment.feedback' || kind === 'optimization.feedback') && may('review.edit') && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Answer ${title}`}>
          Answer
        </LinkButton>
      )}
      {kind === 'optimization.unwritten' && may('review.edit') && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Complete ${title}`}>
          Complete
        </LinkButton>
      )}
      {kind === 'moment.undelivered' && may('review.deliver') && <DeliverButton item={item} type={type} />}
      {SHARED.includes(kind) && may('review.share') && (
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

/** Opens the dialog that shares it with reviewers. */
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

/** Copies the client's link and notes that it was given away. */
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

/** Generates the captions that failed once more. */
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
