import type { RunState } from './statuses.js';

/** The kinds of background work. */
export const RUN_KIND_NAMES = ['captions', 'optimizations', 'mails'] as const;
export type RunKindName = (typeof RUN_KIND_NAMES)[number];

/** Progress of a run: `done` and `failed` of `total` items. Skipped items are taken off `total`. */
export interface RunCounts {
  runId: string;
  state: RunState;
  total: number;
  done: number;
  failed: number;
}

/** The kinds whose runs are about a moment or an optimization. */
export type DraftingKind = Exclude<RunKindName, 'mails'>;

/** A run that has not ended, with the name of what it is about, as `GET /api/runs/active` lists them. */
export interface ActiveRunView extends RunCounts {
  kind: DraftingKind;
  /** The moment that it is about; `null` when it is about an optimization. */
  momentId: string | null;
  /** The optimization that it is about; `null` when it is about a moment. */
  optimizationId: string | null;
  /** The moment's title, or the business name of the optimization. */
  name: string;
}
