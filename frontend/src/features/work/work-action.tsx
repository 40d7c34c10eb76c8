import type { WorkItem, WorkKind } from '@gmb-moments/backend/contract/work';
import { Button } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { generateCaptions } from '../../records/captions';
import { DeliverDialog } from '../deliveries/deliver-dialog';
import { publicAddress, shareMoment } from '../../records/moments';
import { previewAddress, shareOptimization } from '../../records/optimizations';
import { ShareButton } from '../sharing/share-button';
import type { Shared } from '../../records/sharing';
import { isOptimizationWork, pathOfWork, workQuery } from '../../records/work';
import styles from './work.module.css';
import { counted } from '../../lib/counted';

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
  return (
    <div className={`raised flex rigid gap-8 ${styles['action']}`}>
      {kind === 'captions.failed' && <RetryButton item={item} type={type} />}
      {(kind === 'moment.feedback' || kind === 'optimization.feedback') && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Answer ${title}`}>
          Answer
        </LinkButton>
      )}
      {kind === 'optimization.unwritten' && (
        <LinkButton type={type} to={pathOfWork(item)} aria-label={`Complete ${title}`}>
          Complete
        </LinkButton>
      )}
      {kind === 'moment.undelivered' && <DeliverButton item={item} type={type} />}
      {SHARED.includes(kind) && (
        <>
          <CopyOpenLink item={item} />
          <ShareButton shared={sharedOf(item)} what={whatOf(item)} type={type} aria-label={`Share ${title}`}>
            Share
          </ShareButton>
        </>
      )}
    </div>
  );
}

interface ButtonProps {
  item: WorkItem;
  type: 'primary' | 'default';
}

function sharedOf({ kind, subjectId, title, client }: WorkItem): Shared {
  const subject = isOptimizationWork(kind) ? 'gmb-optimizations' : 'moments';
  return { subject, id: subjectId, title, clientId: client.id, business: client.business };
}

function whatOf({ kind, count }: WorkItem): string {
  return counted(count, isOptimizationWork(kind) ? 'suggestion' : 'photo');
}

/** Copies the client's link and notes that it was given away. */
function CopyOpenLink({ item }: { item: WorkItem }) {
  const { subjectId, title, publicLink, publicOrigin, isOpenLinkWorking } = item;
  const share = useToastMutation<unknown>({
    mutationFn: () => (publicLink === null ? shareMoment(subjectId) : shareOptimization(subjectId)),
    success: ['Link copied!', `The client's link of ${title} is in the clipboard.`],
    failure: (error) => ['Not shared', `The link was copied, but not noted as shared: ${reasonOf(error)}`],
    refresh: [workQuery],
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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type={type} onClick={() => setOpen(true)} aria-label={`Deliver ${title}`}>
        Deliver
      </Button>
      {isOpen && (
        <DeliverDialog
          source={{ subject: 'moments', ids: [subjectId], title, business: client.business }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Generates the captions that failed once more. */
function RetryButton({ item: { subjectId, title }, type }: ButtonProps) {
  const retry = useToastMutation({
    mutationFn: () => generateCaptions(subjectId),
    success: ({ total }) => ['Generating captions', `${counted(total, 'image')} of ${title}`],
    failure: (error) => ['Error', `Failed to generate captions\n${reasonOf(error)}`],
    refresh: [workQuery],
  });
  return (
    <Button type={type} loading={retry.isPending} onClick={() => retry.mutate()} aria-label={`Retry failed: ${title}`}>
      Retry failed
    </Button>
  );
}
