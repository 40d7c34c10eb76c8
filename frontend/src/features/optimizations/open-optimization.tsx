import { EditOutlined, EyeOutlined } from '../../components/icons';
import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { LinkButton } from '../../components/link-button';
import { wizardDrafts, wizardPath } from './wizard-draft-storage';

/** Where an optimization is gone on with: in its wizard while this browser holds the draft, otherwise on its page (spec 2). */
export function pathOfOptimization({ id, status }: Pick<OptimizationListItem, 'id' | 'status'>): string {
  return status !== 'completed' && wizardDrafts.has(id) ? wizardPath(id) : `/gmb-optimizations/${id}`;
}

/** Continue or View, as the optimization's status has it. */
export function OpenOptimization({ optimization }: { optimization: OptimizationListItem }) {
  const isDone = optimization.status === 'completed';
  const word = isDone ? 'View' : 'Continue';
  return (
    <LinkButton
      icon={isDone ? <EyeOutlined /> : <EditOutlined />}
      to={pathOfOptimization(optimization)}
      aria-label={`${word} ${optimization.businessName}`}
    >
      {word}
    </LinkButton>
  );
}
