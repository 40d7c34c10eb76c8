import { useEffect, useEffectEvent, useReducer, useState } from 'react';

/** The stored values of a record that a form edits, with their revision and last editor. */
export interface StoredRecord<Values> {
  values: Values;
  revision: number;
  editor: string | null;
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
  /** Returns the values in the form; `base` are the values it started from. */
  typed: (base: Values) => Values;
  /** Puts stored values into the form. */
  fill: (values: Partial<Values>) => void;
  /** Whether the form is being saved: a change of the record may then be its own. */
  isSaving: boolean;
}

/**
 * Watches the record that a form edits. A change by somebody else neither replaces what was typed nor is overwritten
 * silently: fields that were not edited here follow it, in the others one of the two values must be chosen.
 */
export function useEditConflict<Values extends object>(
  stored: StoredRecord<Values> | undefined,
  { typed, fill, isSaving }: EditingForm<Values>,
) {
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
    const isNews = merged.length > 0 || conflicting.length > 0;
    update({ base: stored, change: isNews ? { editor: stored.editor, merged, conflicting } : null });
  });
  useEffect(() => {
    if (!isSaving) compare(revision);
  }, [revision, isSaving]);

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
export function useEdits<Values extends object>(stored: StoredRecord<Values>, { isSaving }: { isSaving: boolean }) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const drop = (names: string[]) =>
    setEdits((now) => fromEntries<Values>(Object.entries(now).filter(([name]) => !names.includes(name))));
  const conflict = useEditConflict(stored, {
    typed: (base) => ({ ...base, ...edits }),
    fill: (values) => drop(Object.keys(values)),
    isSaving,
  });
  return {
    values: { ...stored.values, ...edits },
    /** What was typed, also where the same is stored. */
    edits,
    /** The fields whose value is not the stored one. */
    edited: (Object.keys(edits) as (keyof Values)[]).filter((name) => !isSame(edits[name], stored.values[name])),
    conflict,
    edit: (changes: Partial<Values>) => setEdits((now) => ({ ...now, ...changes })),
    /** Call this with the response and the sent values: anything typed since then is not saved yet. */
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
  const names = Object.keys(theirs) as (keyof Values)[];
  const differing = names.filter((name) => !isSame(mine[name], theirs[name]));
  const merged = differing.filter((name) => isSame(mine[name], base[name]));
  const isChanged = (name: keyof Values) => !isSame(theirs[name], base[name]) || conflictingBefore.includes(name);
  return { merged, conflicting: differing.filter((name) => !merged.includes(name) && isChanged(name)) };
}

// Files are the same only when they are the same object; lists when they hold the same texts.
function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

function pick<Values extends object>(values: Values, names: (keyof Values)[]): Partial<Values> {
  return fromEntries(names.map((name) => [name, values[name]]));
}

function fromEntries<Values>(entries: (readonly [PropertyKey, unknown])[]): Partial<Values> {
  return Object.fromEntries(entries) as Partial<Values>;
}
