import type { OptimizationRunView } from '@gmb-moments/backend/contract/optimizations';
import { Progress } from 'antd';
import { SpinnerIcon } from '../../ui/icons';
import styles from './optimization.module.css';

/** Says that suggestions are being generated, and how many are done once that is known. */
export function GenerationProgress({ run }: { run: OptimizationRunView | null }) {
  return (
    <div className={styles['generating']}>
      <SpinnerIcon />
      <span>Generating AI Suggestions... (This may take a moment)</span>
      {run && <Count ended={run.done + run.failed} total={run.total} />}
    </div>
  );
}

function Count({ ended, total }: { ended: number; total: number }) {
  return (
    <Progress
      aria-label="Suggestions written"
      className={styles['count'] ?? ''}
      percent={total > 0 ? Math.round((ended / total) * 100) : 0}
      format={() => `${ended}/${total}`}
      status="active"
    />
  );
}
