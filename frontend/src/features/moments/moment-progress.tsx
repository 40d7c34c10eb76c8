import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { ProgressBar } from '../../ui/progress-bar';
import styles from './moment-rows.module.css';

type Counts = Pick<MomentListItem, 'imageCount' | 'approvedCount' | 'rejectedCount' | 'run'>;

/** How far a package is: how many of its images are approved, or captioned while captions are being generated. */
export function MomentProgress({ moment: { imageCount, approvedCount, rejectedCount, run } }: { moment: Counts }) {
  if (run) {
    const ended = run.done + run.failed;
    return (
      <span className={styles['progress']}>
        <ProgressBar total={run.total} parts={[{ tone: 'ai', count: ended }]} />
        <span className={styles['generating']}>{`Generating ${ended}/${run.total}...`}</span>
      </span>
    );
  }
  if (imageCount === 0) return <span className={styles['none']}>No images</span>;
  const rejected = rejectedCount > 0 ? `, ${rejectedCount} rejected` : '';
  return (
    <span className={styles['progress']} title={`${approvedCount} of ${imageCount} approved${rejected}`}>
      <ProgressBar
        total={imageCount}
        parts={[
          { tone: 'approved', count: approvedCount },
          { tone: 'rejected', count: rejectedCount },
        ]}
      />
      <span className={styles['count']}>{`${approvedCount}/${imageCount}`}</span>
    </span>
  );
}
