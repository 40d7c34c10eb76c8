import type {
  OptimizationDetail,
  OptimizationView,
  OptimizationRunView,
} from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { Button, Progress } from 'antd';
import { useDialogs } from '../../records/dialogs';
import { SendIcon, SparklesIcon, SpinnerIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { OptimizationProgress } from './optimization-rows';
import { sharedOptimization } from './optimization-sharing';
import styles from './optimization.module.css';
import { RegenerateRejected } from './regenerate-rejected';
import { missingSections } from './sections';
import type { Generation } from './use-generation';
import { useMay } from '../../records/permissions';

interface Props {
  detail: OptimizationDetail;
  generation: Generation;
}

/** The bar at the bottom: the client's progress and the next step; during a run, its progress. */
export function OptimizationBar({ detail, generation }: Props) {
  const { share } = useDialogs();
  const isGenerating = generation.generation !== null || generation.start.isPending;
  return (
    <section aria-label="Progress" className={`row wrap ruled ${styles['bar']}`}>
      <div role="status" className={`numbers ${styles['state']}`}>
        {isGenerating ? (
          <GenerationProgress run={generation.generation} />
        ) : (
          <State optimization={detail.optimization} />
        )}
      </div>
      {!isGenerating && (
        <NextStep
          detail={detail}
          generation={generation}
          onShare={() => share({ shared: sharedOptimization(detail) })}
        />
      )}
    </section>
  );
}

function State({ optimization }: { optimization: OptimizationView }) {
  const { status } = optimization;
  const missing = missingSections(optimization);
  const written = SECTIONS.filter((section) => !missing.includes(section));
  if (status === 'draft') return null;
  if (status === 'completed' || written.length === 0) return <OptimizationProgress {...optimization} />;
  const decided = written.filter((section) => approvalOf(optimization, section) !== 'pending');
  return (
    <>
      {decided.length} of {written.length} decided
      {missing.length > 0 && ` · ${missing.length} without a suggestion`}
    </>
  );
}

/** The button for the next step. Answering rejections comes first; a draft has no next step here. */
function NextStep({ detail, generation, onShare }: Props & { onShare: () => void }) {
  const { optimization } = detail;
  const { status, sharedAt, openedAt } = optimization;
  const rejected = SECTIONS.filter((section) => approvalOf(optimization, section) === 'rejected');
  const isMissing = missingSections(optimization).length > 0;
  const may = useMay();
  if (rejected.length > 0) {
    if (!may('review.generate')) return null;
    return <RegenerateRejected optimization={optimization} rejected={rejected} generation={generation} />;
  }
  if (isMissing) {
    if (!may('review.generate')) return null;
    return (
      <Button
        type={status === 'draft' ? 'default' : 'primary'}
        icon={<SparklesIcon />}
        disabled={generation.isBusy}
        onClick={() => generation.start.mutate()}
      >
        Generate missing suggestions
      </Button>
    );
  }
  if (status === 'completed')
    return (
      <LinkButton type="primary" to={`/gmb-optimizations/${optimization.id}/google`}>
        Ready for Google
      </LinkButton>
    );
  if (status !== 'in_progress') return null;
  if (sharedAt || openedAt) return <span className="muted">Waiting for the client</span>;
  if (!may('review.share')) return null;
  return (
    <Button type="primary" icon={<SendIcon />} onClick={onShare}>
      Share
    </Button>
  );
}

/** The progress of a run, without numbers until they are known. */
function GenerationProgress({ run }: { run: OptimizationRunView | null }) {
  return (
    <div className={`row wrap gap-4-8 ${styles['generating']}`}>
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
