import { useEffect, useEffectEvent, useReducer } from 'react';
import { HttpError } from '../lib/http';

/** What a form edits of a row as it is stored; how often that was changed, and by whom last. */
export interface StoredRow<Values> {
  values: Values;
  revision: number;
  editor: string | null;
}

/** What somebody else made of a row while it was being edited here. */
export interface RivalEdit<Values> {
  editor: string | null;
  /** Fields that only the other one changed: the form holds what is stored now. */
  followed: (keyof Values)[];
  /** Fields that both changed, to different things: whoever typed here chooses. */
  contested: (keyof Values)[];
}

interface EditingForm<Values> {
  /** What stands in the form; `base` is what it started from. */
  typed: (base: Values) => Values;
  /** Puts stored values into the form, which nobody typed. */
  fill: (values: Partial<Values>) => void;
  /** While the form is being saved, a change of the row may be its own. */
  isSaving: boolean;
}

/**
 * Watches a row that a form edits. A change by somebody else never takes away what was typed, and is never written over
 * without a word: fields that were not touched here follow it, about the others whoever typed chooses.
 */
export function useEditedRow<Values extends object>(
  stored: StoredRow<Values> | undefined,
  { typed, fill, isSaving }: EditingForm<Values>,
) {
  const [{ base, rival }, note] = useReducer(noted<Values>, { base: stored, rival: null });

  const revision = stored?.revision ?? 0;
  const heed = useEffectEvent((newest: number) => {
    if (!stored || (base && newest <= base.revision)) return;
    if (!base) return note({ base: stored });
    const states = { base: base.values, mine: typed(base.values), theirs: stored.values };
    const { followed, contested } = compareEdits(states, rival?.contested ?? []);
    if (followed.length > 0) fill(pick(stored.values, followed));
    const told = [...new Set([...(rival?.followed ?? []), ...followed])].filter((name) => !contested.includes(name));
    const isNews = told.length > 0 || contested.length > 0;
    note({ base: stored, rival: isNews ? { editor: stored.editor, followed: told, contested } : null });
  });
  useEffect(() => {
    if (!isSaving) heed(revision);
  }, [revision, isSaving]);

  return {
    /** What the form started from, and its revision goes with what is saved; `undefined` for a new row. */
    base,
    /** What somebody else did, until it is dealt with. */
    rival,
    isContested: rival !== null && rival.contested.length > 0,
    /** Saves over what the other one wrote. */
    keepMine: () => note({ rival: null }),
    takeTheirs: () => {
      if (base && rival) fill(pick(base.values, rival.contested));
      note({ rival: null });
    },
    /** The form itself has saved this. */
    saved: (row: StoredRow<Values>) => note({ base: row, rival: null }),
  };
}

interface Noted<Values> {
  base: StoredRow<Values> | undefined;
  rival: RivalEdit<Values> | null;
}

function noted<Values>(before: Noted<Values>, now: Partial<Noted<Values>>): Noted<Values> {
  return { ...before, ...now };
}

export type EditedRow<Values extends object> = ReturnType<typeof useEditedRow<Values>>;

/** Whether the server refused an edit because somebody else was faster. */
export function isEditedMeanwhile(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'EDITED_MEANWHILE';
}

interface ThreeStates<Values> {
  base: Values;
  mine: Values;
  theirs: Values;
}

/**
 * Sorts the fields that somebody else changed into those that were not touched here, and those that were. What was
 * contested before stays so: nobody has chosen yet.
 */
export function compareEdits<Values extends object>(
  { base, mine, theirs }: ThreeStates<Values>,
  contestedBefore: (keyof Values)[],
): Pick<RivalEdit<Values>, 'followed' | 'contested'> {
  const names = Object.keys(theirs) as (keyof Values)[];
  const differing = names.filter((name) => !isSame(mine[name], theirs[name]));
  const followed = differing.filter((name) => isSame(mine[name], base[name]));
  const moved = (name: keyof Values) => !isSame(theirs[name], base[name]) || contestedBefore.includes(name);
  return { followed, contested: differing.filter((name) => !followed.includes(name) && moved(name)) };
}

// Files are the same only when they are the same object; lists when they hold the same texts.
function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

function pick<Values extends object>(values: Values, names: (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}
