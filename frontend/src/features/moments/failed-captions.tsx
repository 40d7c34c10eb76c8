import type { ImageView } from '@gmb-moments/backend/contract/images';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { AlertIcon } from '../../ui/icons';
import type { Captions } from './captions/use-captions';
import styles from './step-bar.module.css';
import type { StatusFilter } from './use-status-filter';

interface Props {
  images: ImageView[];
  captions: Captions;
  filter: StatusFilter;
}

/** The captions that the last run could not write, once it has ended: shows their photos, and starts again for them. */
export function FailedCaptions({ images, captions: { generation, generationProblem, start }, filter }: Props) {
  const failed = images.filter((image) => generationProblem(image) !== undefined);
  if (!generation || isRunActive(generation.state) || failed.length === 0) return null;
  const isShown = filter.filter === 'failed';
  return (
    <section aria-label="Failed captions" className={styles['failed']}>
      <AlertIcon />
      <span>{failed.length === 1 ? '1 caption failed' : `${failed.length} captions failed`}</span>
      <Button type="text" onClick={() => filter.choose(isShown ? 'all' : 'failed')}>
        {isShown ? 'Show all' : 'Show failed'}
      </Button>
      <Button type="text" loading={start.isPending} onClick={() => start.mutate()}>
        Retry failed
      </Button>
    </section>
  );
}
