import type { WorkItem, WorkKind } from '@gmb-moments/backend/contract/work';
import { Button } from 'antd';
import { CopyButton } from '../../ui/copy-button';
import { LinkButton } from '../../ui/link-button';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { generateCaptions } from '../../records/captions';
import { publicAddress, shareMoment } from '../../records/moments';
import { previewAddress, shareOptimization } from '../../records/optimizations';
import { pathOfWork, workQuery } from '../../records/work';
import styles from './work.module.css';

interface WorkActionProps {
  item: WorkItem;
  /** Whether it is the most urgent of all: the one button that is filled. */
  first: boolean;
}

/** What the button says where the link is what it takes. */
const SHARES: Partial<Record<WorkKind, string>> = {
  'moment.unshared': 'Share',
  'moment.unopened': 'Copy link',
  'optimization.unshared': 'Share',
  'optimization.unopened': 'Copy link',
  'moment.overdue': 'Copy link',
  'optimization.overdue': 'Copy link',
};

/** The one thing to do about an item. */
export function WorkAction({ item, first }: WorkActionProps) {
  const type = first ? 'primary' : 'default';
  const { kind, title } = item;
  return (
    <div className={styles['action']}>
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
      {SHARES[kind] && <ShareButton item={item} type={type} word={SHARES[kind]} />}
    </div>
  );
}

interface ButtonProps {
  item: WorkItem;
  type: 'primary' | 'default';
}

/** Copies the client's link and notes that it was given away. */
function ShareButton({ item, type, word }: ButtonProps & { word: string }) {
  const { subjectId, title, publicLink, publicOrigin } = item;
  const share = useToastMutation<unknown>({
    mutationFn: () => (publicLink === null ? shareMoment(subjectId) : shareOptimization(subjectId)),
    success: ['Link copied!', `The client's link of ${title} is in the clipboard.`],
    failure: (error) => ['Not shared', `The link was copied, but not noted as shared: ${reasonOf(error)}`],
    refresh: [workQuery],
  });
  return (
    <CopyButton
      type={type}
      text={
        publicLink === null
          ? publicAddress({ id: subjectId, publicOrigin })
          : previewAddress({ publicLink, publicOrigin })
      }
      onCopied={() => share.mutate()}
      aria-label={`${word}: ${title}`}
    >
      {word}
    </CopyButton>
  );
}

/** Generates the captions that failed once more. */
function RetryButton({ item: { subjectId, title }, type }: ButtonProps) {
  const retry = useToastMutation({
    mutationFn: () => generateCaptions(subjectId),
    success: ({ total }) => ['Generating captions', `${total === 1 ? '1 image' : `${total} images`} of ${title}`],
    failure: (error) => ['Error', `Failed to generate captions\n${reasonOf(error)}`],
    refresh: [workQuery],
  });
  return (
    <Button type={type} loading={retry.isPending} onClick={() => retry.mutate()} aria-label={`Retry failed: ${title}`}>
      Retry failed
    </Button>
  );
}
