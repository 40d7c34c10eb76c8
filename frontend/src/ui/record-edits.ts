import { pick } from '@gmb-moments/backend/contract/record-fields';
import type { ReactNode } from 'react';
import { isEditConflict } from '../lib/http';

/** How the fields of a record are labelled and shown. */
export type FieldViews<Values> = Record<keyof Values, string | { label: string; show: (value: unknown) => ReactNode }>;

/** What a new record begins with. */
export interface NewRecord<Values> {
  values: Values;
}

/** A record that is edited: its stored values, with their revision and last editor. */
export interface StoredRecord<Values> extends NewRecord<Values> {
  revision: number;
  editor: string | null;
  /** Its name in a sentence: `this client`. */
  what: string;
  fields: FieldViews<Values>;
}

/** What is sent with edited values: the revision that they started from; nothing of a new record. */
export interface Seen {
  revision?: number | undefined;
}

/** The unsaved edits of a record. The functions of this file return changed ones; `useEdits` keeps them for a component. */
export interface Edits<Values extends object> {
  /** The newest known version. */
  record: NewRecord<Values> | StoredRecord<Values>;
  /** What was typed, where it differs from the record. */
  typed: Partial<Values>;
  /** The record's values as this person has seen them. Where they differ from the record, somebody else changed it. */
  seen: Values;
}

/** A change of the record by somebody else while it is being edited here. */
export interface ForeignChange<Values> {
  editor: string | null;
  /** Fields that were not edited here: they show what is stored now. */
  merged: (keyof Values)[];
  /** Fields that were edited here and there, to different values: one must be chosen. */
  conflicting: (keyof Values)[];
}

/** Whose value of a field is kept. */
export type ConflictChoice = 'mine' | 'theirs';

/** The edits of a record in which nothing has been typed. */
export function noEdits<Values extends object>(record: Edits<Values>['record']): Edits<Values> {
  return { record, typed: {}, seen: record.values };
}

/** The values that the fields show: the record's, with what was typed over them. */
export function valuesOf<Values extends object>({ record, typed }: Edits<Values>): Values {
  return { ...record.values, ...typed };
}

/** The fields in which something is not saved. */
export function editedFields<Values extends object>({ typed }: Edits<Values>): (keyof Values)[] {
  return Object.keys(typed) as (keyof Values)[];
}

/** What somebody else changed since the editing began; `null` when nothing, or once that is resolved or saved. */
export function foreignChange<Values extends object>({
  record,
  typed,
  seen,
}: Edits<Values>): ForeignChange<Values> | null {
  if (!isStored(record)) return null;
  const changed = differing(record.values, seen);
  if (changed.length === 0) return null;
  const conflicting = changed.filter((name) => name in typed);
  const merged = changed.filter((name) => !(name in typed));
  return { editor: record.editor, merged, conflicting };
}

/**
 * What the alert about a change by somebody else needs.
 * @param save how it stands with saving the edits
 */
export function conflictIn<Values extends object>(
  edits: Edits<Values>,
  { isPending, error }: { isPending: boolean; error: unknown },
) {
  const change = foreignChange(edits);
  return {
    /** `undefined` for a new record. */
    record: isStored(edits.record) ? edits.record : undefined,
    /** The change by somebody else; `null` once it is resolved or saved. */
    change,
    hasConflict: change !== null && change.conflicting.length > 0,
    /** Whether that change is why the server has just refused to save. */
    isRefused: change !== null && isEditConflict(error) && !isPending,
  };
}

/** Types into fields. Where that is what is stored, nothing is left to save or to choose. */
export function applyInput<Values extends object>(edits: Edits<Values>, changes: Partial<Values>): Edits<Values> {
  const stored = edits.record.values;
  const begun = (Object.keys(changes) as (keyof Values)[]).filter(
    (name) => !(name in edits.typed) || isSame(changes[name], stored[name]),
  );
  return {
    ...edits,
    typed: partDiffering(stored, { ...edits.typed, ...changes }),
    seen: { ...edits.seen, ...pick(stored, begun) },
  };
}

interface RebaseOptions {
  /** Whether the edits are being saved: a newer version may be their own. */
  isPending: boolean;
  /** Whether changes by others are also shown before anything was typed: in dialogs, not in fields of a page. */
  warnsBeforeTyping?: boolean;
}

/**
 * The edits over the newest version of the record: fields without an edit show that, and text that was typed is kept. They stay
 * the same where it is no newer one.
 */
export function rebaseEdits<Values extends object>(
  edits: Edits<Values>,
  record: Edits<Values>['record'],
  { isPending, warnsBeforeTyping = false }: RebaseOptions,
): Edits<Values> {
  if (isPending || !isNewer(record, edits.record)) return edits;
  const typed = partDiffering(record.values, edits.typed);
  const isNews = warnsBeforeTyping || editedFields(edits).length > 0;
  if (!isNews) return { record, typed, seen: record.values };
  const same = editedFields(edits).filter((name) => !(name in typed));
  return { record, typed, seen: { ...edits.seen, ...pick(record.values, same) } };
}

/** Ends the conflict in these fields. */
export function resolve<Values extends object>(
  { record, typed, seen }: Edits<Values>,
  names: (keyof Values)[],
  choice: ConflictChoice,
): Edits<Values> {
  const resolved: Edits<Values> = {
    record,
    typed: choice === 'mine' ? typed : omit(typed, names),
    seen: { ...seen, ...pick(record.values, names) },
  };
  const isOver = !foreignChange(resolved)?.conflicting.length;
  return isOver ? { ...resolved, seen: record.values } : resolved;
}

/**
 * Ends what was saved; text that was typed since it was sent stays unsaved.
 * @param record the answer
 */
export function afterSave<Values extends object>(
  { typed }: Edits<Values>,
  record: StoredRecord<Values>,
  sent: Partial<Values>,
): Edits<Values> {
  const since = differing(typed, sent) as (keyof Values)[];
  return { record, typed: partDiffering(record.values, pick(typed as Values, since)), seen: record.values };
}

export function isStored<Values>(record: NewRecord<Values> | StoredRecord<Values>): record is StoredRecord<Values> {
  return 'revision' in record;
}

/** Whether a record is a newer version than the one that is edited, or has other values. */
function isNewer<Values extends object>(
  record: Edits<Values>['record'],
  edited: Edits<Values>['record'],
): record is StoredRecord<Values> {
  if (!isStored(record)) return false;
  if (!isStored(edited) || record.revision > edited.revision) return true;
  return record.revision === edited.revision && differing(record.values, edited.values).length > 0;
}

/** The fields of a record whose value is another one in `values`. */
export function differing<Values extends object>(record: Values, values: Partial<Values>): (keyof Values)[] {
  return (Object.keys(record) as (keyof Values)[]).filter((name) => !isSame(record[name], values[name]));
}

/** The part of `values` that differs from the stored ones. */
function partDiffering<Values extends object>(stored: Values, values: Partial<Values>): Partial<Values> {
  return pick(values as Values, differing(values, stored) as (keyof Values)[]);
}

function omit<Values extends object>(values: Partial<Values>, names: (keyof Values)[]): Partial<Values> {
  const kept = (Object.keys(values) as (keyof Values)[]).filter((name) => !names.includes(name));
  return pick(values as Values, kept);
}

// Files are the same only when they are the same object; lists when they hold the same texts.
function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}
