import { pick } from '@gmb-moments/backend/contract/record-fields';
import type { ReactNode } from 'react';
import { isEditConflict } from '../lib/http';

/** The label of each field of a record, and how its value is rendered if it is not text. */
export type FieldViews<Values> = Record<keyof Values, string | { label: string; show: (value: unknown) => ReactNode }>;

/** The initial values of a new record. */
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

/** Sent with edited values: the revision on which they are based; missing for a new record. */
export interface BasedOn {
  revision?: number | undefined;
}

/**
 * The unsaved edits of a record. Immutable: the functions of this file return changed edits, `useEdits` holds them as
 * state.
 */
export interface Edits<Values extends object> {
  /** The newest known version of the record. */
  record: NewRecord<Values> | StoredRecord<Values>;
  /** Typed values that differ from the record. */
  typed: Partial<Values>;
  /** The record's values as the user has seen them. Differences from the record are changes by somebody else. */
  baseValues: Values;
}

/** A change of the record by somebody else while it is being edited here. */
export interface ForeignChange<Values> {
  editor: string | null;
  /** Fields that were not edited here: they show what is stored now. */
  merged: (keyof Values)[];
  /** Fields that were edited here and there, to different values: one must be chosen. */
  conflicting: (keyof Values)[];
}

/** Which version of a conflicting field is kept. */
export type ConflictChoice = 'mine' | 'theirs';

/** Edits without typed values. */
export function noEdits<Values extends object>(record: Edits<Values>['record']): Edits<Values> {
  return { record, typed: {}, baseValues: record.values };
}

/** The values of the form: the record's, overridden by typed ones. */
export function valuesOf<Values extends object>({ record, typed }: Edits<Values>): Values {
  return { ...record.values, ...typed };
}

/** Names of the fields with unsaved values. */
export function editedFields<Values extends object>({ typed }: Edits<Values>): (keyof Values)[] {
  return Object.keys(typed) as (keyof Values)[];
}

/** Unresolved changes by somebody else since the editing began; `null` for none. */
export function foreignChange<Values extends object>({
  record,
  typed,
  baseValues,
}: Edits<Values>): ForeignChange<Values> | null {
  if (!isStored(record)) return null;
  const changed = differing(record.values, baseValues);
  if (changed.length === 0) return null;
  const conflicting = changed.filter((name) => name in typed);
  const merged = changed.filter((name) => !(name in typed));
  return { editor: record.editor, merged, conflicting };
}

/**
 * The data of the alert about a change by somebody else.
 * @param save state of the mutation that saves the edits
 */
export function conflictIn<Values extends object>(
  edits: Edits<Values>,
  { isPending, error }: { isPending: boolean; error: unknown },
) {
  const change = foreignChange(edits);
  return {
    /** `undefined` for a new record. */
    record: isStored(edits.record) ? edits.record : undefined,
    /** The change by somebody else; `null` for none. */
    change,
    hasConflict: change !== null && change.conflicting.length > 0,
    /** Whether the server has just refused to save because of that change. */
    isRefused: change !== null && isEditConflict(error) && !isPending,
  };
}

/** Adds typed values. A field whose value equals the stored one is no longer edited, nor in conflict. */
export function applyInput<Values extends object>(edits: Edits<Values>, changes: Partial<Values>): Edits<Values> {
  const stored = edits.record.values;
  const begun = (Object.keys(changes) as (keyof Values)[]).filter(
    (name) => !(name in edits.typed) || isSame(changes[name], stored[name]),
  );
  return {
    ...edits,
    typed: partDiffering(stored, { ...edits.typed, ...changes }),
    baseValues: { ...edits.baseValues, ...pick(stored, begun) },
  };
}

interface RebaseOptions {
  /** Whether the edits are being saved: then a newer version may be their result. */
  isPending: boolean;
  /** Whether changes by others are reported although nothing was typed: in dialogs, but not for fields of a page. */
  warnsBeforeTyping?: boolean;
}

/**
 * Rebases edits on the newest version of the record: fields without edits take its values, typed values are kept.
 * Returns the same edits if the version is not newer.
 */
export function rebaseEdits<Values extends object>(
  edits: Edits<Values>,
  record: Edits<Values>['record'],
  { isPending, warnsBeforeTyping = false }: RebaseOptions,
): Edits<Values> {
  if (isPending || !isNewer(record, edits.record)) return edits;
  const typed = partDiffering(record.values, edits.typed);
  const isNews = warnsBeforeTyping || editedFields(edits).length > 0;
  if (!isNews) return { record, typed, baseValues: record.values };
  const same = editedFields(edits).filter((name) => !(name in typed));
  return { record, typed, baseValues: { ...edits.baseValues, ...pick(record.values, same) } };
}

/** Resolves the conflict in these fields. */
export function resolve<Values extends object>(
  { record, typed, baseValues }: Edits<Values>,
  names: (keyof Values)[],
  choice: ConflictChoice,
): Edits<Values> {
  const resolved: Edits<Values> = {
    record,
    typed: choice === 'mine' ? typed : omit(typed, names),
    baseValues: { ...baseValues, ...pick(record.values, names) },
  };
  const isOver = !foreignChange(resolved)?.conflicting.length;
  return isOver ? { ...resolved, baseValues: record.values } : resolved;
}

/**
 * The edits after a save; text typed since it was sent stays unsaved.
 * @param record the response
 * @param sent the values that were sent
 */
export function afterSave<Values extends object>(
  { typed }: Edits<Values>,
  record: StoredRecord<Values>,
  sent: Partial<Values>,
): Edits<Values> {
  const since = differing(typed, sent) as (keyof Values)[];
  return { record, typed: partDiffering(record.values, pick(typed as Values, since)), baseValues: record.values };
}

export function isStored<Values>(record: NewRecord<Values> | StoredRecord<Values>): record is StoredRecord<Values> {
  return 'revision' in record;
}

/** Whether a record has a higher revision than the edited one, or other values. */
function isNewer<Values extends object>(
  record: Edits<Values>['record'],
  edited: Edits<Values>['record'],
): record is StoredRecord<Values> {
  if (!isStored(record)) return false;
  if (!isStored(edited) || record.revision > edited.revision) return true;
  return record.revision === edited.revision && differing(record.values, edited.values).length > 0;
}

/** Names of the fields whose value differs in `values`. */
export function differing<Values extends object>(record: Values, values: Partial<Values>): (keyof Values)[] {
  return (Object.keys(record) as (keyof Values)[]).filter((name) => !isSame(record[name], values[name]));
}

/** The values that differ from the stored ones. */
function partDiffering<Values extends object>(stored: Values, values: Partial<Values>): Partial<Values> {
  return pick(values as Values, differing(values, stored) as (keyof Values)[]);
}

function omit<Values extends object>(values: Partial<Values>, names: (keyof Values)[]): Partial<Values> {
  const kept = (Object.keys(values) as (keyof Values)[]).filter((name) => !names.includes(name));
  return pick(values as Values, kept);
}

// Lists are compared by content, everything else (texts, files) by identity.
function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}
