import { pick } from '@gmb-moments/backend/contract/record-fields';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useState, type ReactNode } from 'react';
import { isEditConflict } from '../lib/http';

/** How the fields of a record are labelled and shown. */
export type FieldViews<Values> = Record<keyof Values, string | { label: string; show: (value: unknown) => ReactNode }>;

/** A record that a form edits: its stored values, with their revision and last editor. */
export interface StoredRecord<Values> {
  values: Values;
  revision: number;
  editor: string | null;
  /** Its name in a sentence: `this client`. */
  what: string;
  fields: FieldViews<Values>;
}

/** The mutation that saves a record. */
export type Saving = Pick<UseMutationResult, 'isPending' | 'error'>;

/** What is sent with edited values: the revision that they started from; nothing of a new record. */
export interface Seen {
  revision?: number | undefined;
}

/** A change of the record by somebody else while it is being edited here. */
export interface ForeignChange<Values> {
  editor: string | null;
  /** Fields that were not edited here: they show what is stored now. */
  merged: (keyof Values)[];
  /** Fields that were edited here and there, to different values: one must be chosen. */
  conflicting: (keyof Values)[];
}

interface EditingForm<Values> {
  save: Saving;
  /** Returns the values in the form; `base` are the values it started from. */
  typed: (base: Values) => Values;
  /** Puts stored values into the form. */
  fill: (values: Partial<Values>) => void;
  /** Whether a change before anything was typed is news: in a dialog, which is open to type, and not in fields of a page. */
  isOpened: boolean;
}

/**
 * Watches the record that a form edits. A change by somebody else neither replaces what was typed nor is overwritten
 * silently: fields that were not edited here follow it, in the others one of the two values must be chosen.
 */
export function useEditConflict<Values extends object>(
  stored: StoredRecord<Values> | undefined,
  { save, typed, fill, isOpened }: EditingForm<Values>,
) {
  const { isPending, error } = save;
  const [{ base, change }, update] = useReducer(withUpdate<Values>, { base: stored, change: null });

  const revision = stored?.revision ?? 0;
  const compare = useEffectEvent((newest: number) => {
    if (!stored || (base && newest <= base.revision)) return;
    if (!base) return update({ base: stored });
    const versions = { base: base.values, mine: typed(base.values), theirs: stored.values };
    const found = compareEdits(versions, change?.conflicting ?? []);
    if (found.merged.length > 0) fill(pick(stored.values, found.merged));
    const { conflicting } = found;
    const merged = [...new Set([...(change?.merged ?? []), ...found.merged])].filter(
      (name) => !conflicting.includes(name),
    );
    const isEditing = isOpened || differing(base.values, versions.mine).length > 0;
    const isNews = isEditing && (merged.length > 0 || conflicting.length > 0);
    update({ base: stored, change: isNews ? { editor: stored.editor, merged, conflicting } : null });
  });
  useEffect(() => {
    // A change of the record may be the form's own while that is being saved.
    if (!isPending) compare(revision);
  }, [revision, isPending]);

  const inConflict = change?.conflicting ?? [];
  /** Ends the conflict about these fields. */
  const resolve = (names: (keyof Values)[]) => {
    const conflicting = inConflict.filter((name) => !names.includes(name));
    update({ change: change && conflicting.length > 0 ? { ...change, conflicting } : null });
  };
  return {
    /** The record that the form started from; its revision is sent on saving. `undefined` for a new record. */
    base,
    /** The change by somebody else; `null` once it is resolved or saved. */
    change,
    hasConflict: inConflict.length > 0,
    /** Whether that change is why the server has just refused to save. */
    isRefused: change !== null && isEditConflict(error) && !isPending,
    /** Saves over what somebody else wrote. */
    keepMine: (names = inConflict) => resolve(names),
    takeTheirs: (names = inConflict) => {
      if (base) fill(pick(base.values, names));
      resolve(names);
    },
    /** Call this with the record that the form itself has saved. */
    saved: (record: StoredRecord<Values>) => update({ base: record, change: null }),
  };
}

interface Compared<Values> {
  base: StoredRecord<Values> | undefined;
  change: ForeignChange<Values> | null;
}

function withUpdate<Values>(before: Compared<Values>, update: Partial<Compared<Values>>): Compared<Values> {
  return { ...before, ...update };
}

export type EditConflict<Values extends object> = ReturnType<typeof useEditConflict<Values>>;

/** Fields that are edited outside of a form of Ant Design: the stored values with the edits over them. */
export function useEdits<Values extends object>(stored: StoredRecord<Values>, save: Saving) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const drop = (names: string[]) =>
    setEdits((now) => fromEntries<Values>(Object.entries(now).filter(([name]) => !names.includes(name))));
  const conflict = useEditConflict(stored, {
    save,
    typed: (base) => ({ ...base, ...edits }),
    fill: (values) => drop(Object.keys(values)),
    isOpened: false,
  });
  return {
    values: { ...stored.values, ...edits },
    /** What was typed, also where the same is stored. */
    edits,
    /** The fields whose value is not the stored one. */
    edited: differing(edits, stored.values),
    conflict,
    edit: (changes: Partial<Values>) => setEdits((now) => ({ ...now, ...changes })),
    /** Call this with the response and the sent values; what was typed since then stays unsaved. */
    saved: (record: StoredRecord<Values>, sent: Partial<Values>) => {
      conflict.saved(record);
      setEdits((now) =>
        fromEntries<Values>(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Values])),
      );
    },
    discard: () => {
      conflict.keepMine();
      setEdits({});
    },
  };
}

interface Versions<Values> {
  base: Values;
  mine: Values;
  theirs: Values;
}

/**
 * Sorts the fields that somebody else changed into those that were not edited here, and those that were. What was in
 * conflict before stays so until one value is chosen.
 */
export function compareEdits<Values extends object>(
  { base, mine, theirs }: Versions<Values>,
  conflictingBefore: (keyof Values)[],
): Pick<ForeignChange<Values>, 'merged' | 'conflicting'> {
  const names = differing(theirs, mine);
  const merged = names.filter((name) => isSame(mine[name], base[name]));
  const isChanged = (name: keyof Values) => !isSame(theirs[name], base[name]) || conflictingBefore.includes(name);
  return { merged, conflicting: names.filter((name) => !merged.includes(name) && isChanged(name)) };
}

/** The fields of a record whose value is another one in `values`. */
export function differing<Values extends object>(record: Values, values: Partial<Values>): (keyof Values)[] {
  return (Object.keys(record) as (keyof Values)[]).filter((name) => !isSame(record[name], values[name]));
}

// Files are the same only when they are the same object; lists when they hold the same texts.
export function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

function fromEntries<Values>(entries: (readonly [PropertyKey, unknown])[]): Partial<Values> {
  return Object.fromEntries(entries) as Partial<Values>;
}
