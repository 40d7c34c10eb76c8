import type { Section } from './statuses.js';

/** Kinds of work that waits for staff, the most urgent first. What is overdue by its due day comes before all, of each kind. */
export const WORK_KINDS = [
  'moment.feedback',
  'optimization.feedback',
  'captions.failed',
  'optimization.unwritten',
  'moment.undelivered',
  'moment.unshared',
  'optimization.unshared',
  'moment.unopened',
  'optimization.unopened',
  'moment.overdue',
  'optimization.overdue',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Kinds of work that somebody waits for, or that somebody is late with. */
export const URGENT_WORK: readonly WorkKind[] = [
  'moment.feedback',
  'optimization.feedback',
  'captions.failed',
  'optimization.unwritten',
  'moment.overdue',
  'optimization.overdue',
];

/** A moment or an optimization that waits for staff. */
export interface WorkItem {
  kind: WorkKind;
  /** Of the moment, or of the optimization. */
  subjectId: string;
  title: string;
  client: { id: string; business: string };
  /** Thumbnail of the image that the feedback is about, or of the moment's first one; `null` without images, and of optimizations. */
  coverUrl: string | null;
  /** Images or sections that it is about. */
  count: number;
  /** Sections of an optimization that were rejected, could not be written, or are undecided. */
  sections: Section[];
  /** The client's last feedback, or why captions or suggestions failed; `''` where there is nothing to say. */
  words: string;
  /** The day by which the client is to decide (`YYYY-MM-DD`); `null` for none. */
  dueOn: string | null;
  /** Days from today until then, below 0 once it is over; `null` where nothing is left to decide. */
  daysLeft: number | null;
  /** Since when it waits. */
  at: string;
  /** Last part of the address of an optimization's public preview; `null` of moments, whose link ends with their id. */
  publicLink: string | null;
  /** Whether the open link works: it may be closed for the record, or for all of the client's. */
  isOpenLinkWorking: boolean;
  /** Origin of the public link when the agency has a verified domain; `null` means this site's own. */
  publicOrigin: string | null;
}

/** Answer of `GET /api/work`: at most 50 items, and the number of all of each kind. */
export interface WorkView {
  items: WorkItem[];
  counts: Record<WorkKind, number>;
}
