import type { WorkItem, WorkKind } from '@gmb-moments/backend/contract/work';

/** The page where an item of the work list is worked on; rejected photos alone where they are what waits. */
export function pathOfWork({ kind, subjectId }: Pick<WorkItem, 'kind' | 'subjectId'>): string {
  if (isOptimizationWork(kind)) return `/gmb-optimizations/${subjectId}`;
  return `/moments/${subjectId}${kind === 'moment.feedback' ? '?status=rejected' : ''}`;
}

/** Whether it is about an optimization, or else about a moment. */
export function isOptimizationWork(kind: WorkKind): boolean {
  return kind.startsWith('optimization.');
}
