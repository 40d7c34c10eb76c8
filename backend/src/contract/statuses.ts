/** States of the product's records. Free of framework code: the frontend imports these values at run time. */

import { SECTION_FIELDS } from './optimization-fields.js';
import { labelsOf, namesOf } from './record-fields.js';

/** What clients review: moments, image by image, and optimizations, section by section. */
export const REVIEW_KINDS = ['moment', 'optimization'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Status of a moment, derived from its images and never set by hand. */
export const MOMENT_STATUSES = ['draft', 'generated', 'pending', 'approved', 'rejected'] as const;
export type MomentStatus = (typeof MOMENT_STATUSES)[number];

/** Filters of lists of moments by status; `active` stands for `generated` and `pending`. */
export const MOMENT_FILTERS = [...MOMENT_STATUSES, 'active'] as const;
export type MomentFilter = (typeof MOMENT_FILTERS)[number];

/** Filters of lists by due date: `overdue` matches undecided reviews whose due date is over. */
export const DUE_FILTERS = ['overdue'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

/** The statuses that match a filter. */
export function statusesOf(filter: MomentFilter): MomentStatus[] {
  return filter === 'active' ? ['generated', 'pending'] : [filter];
}

/** The client's decision on an item. The API's document has this type by two names, `ImageStatus` and `Approval`. */
export const ITEM_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Status of an image. */
export type ImageStatus = (typeof ITEM_STATUSES)[number];

/** State of a run of background work; `completed` may include failed items, `failed` means that nothing succeeded. */
export const RUN_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Whether a run has not ended. */
export function isRunActive(state: RunState): boolean {
  return state === 'queued' || state === 'running';
}

/** State of an item of a run. A skipped one was no longer to be done; only work that must happen once is ever `running`. */
export type RunItemState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

/** Status of a GMB optimization: a draft until its wizard is submitted, completed while every section is approved. */
export const OPTIMIZATION_STATUSES = ['draft', 'in_progress', 'completed'] as const;
export type OptimizationStatus = (typeof OPTIMIZATION_STATUSES)[number];

/** Sections of an optimization, in the order of its pages. */
export const SECTIONS = namesOf(SECTION_FIELDS);
export type Section = keyof typeof SECTION_FIELDS;

/** Whether a text is the name of a section. */
export function isSection(name: string): name is Section {
  return Object.hasOwn(SECTION_FIELDS, name);
}

/** Names of the sections, as the pages call them. */
export const SECTION_NAMES = labelsOf(SECTION_FIELDS);

/** The client's decision on a section's suggestion. */
export type Approval = (typeof ITEM_STATUSES)[number];

/** The client's decision on a section; `pending` if it is missing. */
export function approvalOf(approvals: Partial<Record<`${Section}Approved`, ItemStatus>>, section: Section): ItemStatus {
  return approvals[`${section}Approved`] ?? 'pending';
}

/** Progress of an optimization; `currentStep` counts them from 1. */
export const OPTIMIZATION_STEPS = ['Intake', 'Website Scan', 'GMB Data', 'Keywords', 'Media'] as const;
