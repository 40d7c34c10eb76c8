/** The kinds of background work. Free of framework code: the frontend imports these values at run time. */

import type { RunState, Section } from './statuses.js';

/** Progress of a run: `done` and `failed` of `total` items. Skipped items are taken off `total`. */
export interface RunCounts {
  runId: string;
  state: RunState;
  total: number;
  done: number;
  failed: number;
}

/** How far a run is; `message` and `detail` say why the item that has just ended failed, if it did. */
export interface RunProgress extends RunCounts {
  message?: string;
  detail?: string;
}

/** Progress of a caption run; `imageId` names the image that has just ended. */
export interface CaptionProgress extends RunProgress {
  momentId: string;
  imageId?: string;
}

/** Progress of a generation; `section` names the one that has just ended. */
export interface OptimizationProgress extends RunProgress {
  optimizationId: string;
  section?: Section;
}

/** Progress of the mails of one recipient; `mailId` names the one that has just ended. */
export interface NotificationsProgress extends RunProgress {
  recipientId: string;
  mailId?: string;
}

/** The events that are published when a run starts, when an item of it ends, and when it ends. */
export interface ProgressEvents {
  'captions.progress': CaptionProgress;
  'optimization.progress': OptimizationProgress;
  'notifications.progress': NotificationsProgress;
}

/** The audience of each of these events, a part of `ID_EVENTS` (`events.ts`). */
export const PROGRESS_AUDIENCES = {
  'captions.progress': ({ momentId }) => ({ reviewId: momentId }),
  'optimization.progress': ({ optimizationId }) => ({ reviewId: optimizationId }),
  'notifications.progress': ({ mailId }) => (mailId ? { mailId } : ('whoSeeAllClients' as const)),
} satisfies { [Name in keyof ProgressEvents]: (progress: ProgressEvents[Name]) => object | string };

/** Names and texts of one kind of background work. */
interface RunKindRow<Event extends keyof ProgressEvents> {
  event: Event;
  /** The field of the event that has the id of the run's subject. */
  subject: keyof ProgressEvents[Event];
  /** The field of the event that names the item that has just ended. */
  item: keyof ProgressEvents[Event];
  /** The word for the result of one item, and of several. */
  noun: string;
  nouns: string;
  /** Verbs for messages: "Generating captions 3/10…", "Generated 10 captions." */
  doing: string;
  did: string;
  /** Whether the header of every page lists its runs, which are then about a moment or an optimization. */
  isInHeader: boolean;
}

/**
 * Every kind of background work. Its name is also that of its queue, and its label in metrics.
 *
 * Other places that name kinds: `worker.module.ts` (handlers; the compiler requires one per kind);
 * `moments/moment-list.queries.ts` and `work/work.queries.ts` (active and failed runs of captions); texts about
 * failures (`notifications/topics/run.ts`, the label of `runFailed` in `mail-kinds.ts`, and `notification-words.tsx`
 * of the frontend).
 */
export const RUN_KINDS = {
  captions: {
    event: 'captions.progress',
    subject: 'momentId',
    item: 'imageId',
    noun: 'caption',
    nouns: 'captions',
    doing: 'Generating',
    did: 'Generated',
    isInHeader: true,
  },
  optimizations: {
    event: 'optimization.progress',
    subject: 'optimizationId',
    item: 'section',
    noun: 'suggestion',
    nouns: 'suggestions',
    doing: 'Generating',
    did: 'Generated',
    isInHeader: true,
  },
  mails: {
    event: 'notifications.progress',
    subject: 'recipientId',
    item: 'mailId',
    noun: 'mail',
    nouns: 'mails',
    doing: 'Sending',
    did: 'Sent',
    isInHeader: false,
  },
} as const satisfies Record<string, { [Event in keyof ProgressEvents]: RunKindRow<Event> }[keyof ProgressEvents]>;
export type RunKindName = keyof typeof RUN_KINDS;

/** The names of all kinds. */
export const RUN_KIND_NAMES = Object.keys(RUN_KINDS) as RunKindName[];

/** The kinds whose runs the header lists. Programs know the type by this name, of the API's document. */
export type DraftingKind = {
  [Name in RunKindName]: (typeof RUN_KINDS)[Name]['isInHeader'] extends true ? Name : never;
}[RunKindName];
export const HEADER_KINDS = RUN_KIND_NAMES.filter((name): name is DraftingKind => RUN_KINDS[name].isInHeader);

/** Progress of their runs. */
export type HeaderEvent = (typeof RUN_KINDS)[DraftingKind]['event'];

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
