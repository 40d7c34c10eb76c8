import type { FieldError } from '@gmb-moments/backend/contract/errors';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HttpError, isEditConflict } from '../lib/http';
import {
  afterSave,
  editedFields,
  foreignChange,
  isNewer,
  isStored,
  noEdits,
  resolve,
  takeOver,
  typeInto,
  valuesOf,
  type Choice,
  type Edits,
  type StoredRecord,
} from './record-edits';

/** The mutation that saves a record. */
export type Saving = Pick<UseMutationResult, 'isPending' | 'error'>;

interface Options {
  /** Whether a change before anything was typed is news: in a dialog, which is open to type, and not in fields of a page. */
  isOpened?: boolean;
}

/**
 * The unsaved edits of a record, and everything around saving them: live changes by others, conflicts, what the server refused,
 * a second submit. `RecordForm` shows them in a form of Ant Design.
 *
 * A change by somebody else neither replaces what was typed nor is overwritten silently: fields that were not edited here
 * follow it, in the others one of the two values must be chosen.
 * @param record the stored one, kept current, or what a new one begins with
 * @param save the mutation that saves
 */
export function useEdits<Values extends object>(
  record: Edits<Values>['record'],
  save: Saving,
  { isOpened = false }: Options = {},
) {
  const [edits, change] = useState(() => noEdits(record));
  const edited = editedFields(edits);
  const isDirty = edited.length > 0;
  // A change of the record may be the form's own while that is being saved.
  if (!save.isPending && isNewer(record, edits.record)) {
    change(takeOver(edits, record, { isNews: isOpened || isDirty }));
  }
  const refusals = useRefusals(save.error);
  const guardDoubleSubmit = useDoubleSubmitGuard(save);
  const conflict = conflictOf(edits, save, change);
  return {
    /** The record that the edits are based on. */
    record: edits.record,
    /** Its revision, which is sent on saving; `undefined` for a new record. */
    revision: isStored(edits.record) ? edits.record.revision : undefined,
    /** The stored values with the edits over them. */
    values: useMemo(() => valuesOf(edits), [edits]),
    /** What was typed and is not saved. */
    typed: edits.typed,
    /** The fields in which something is not saved. */
    edited,
    isDirty,
    conflict,
    save,
    /** What the server refused, by field, until that is changed. */
    refusals: refusals.open,
    edit: (changes: Partial<Values>) => {
      refusals.correct(Object.keys(changes));
      change((now) => typeInto(now, changes));
    },
    /** Calls `send`, but not while saving; during a conflict it moves the focus to that instead. */
    submit: (send: () => void) => (conflict.hasConflict ? focusConflict() : guardDoubleSubmit(send)),
    /** Call this with the response and the sent values; what was typed since then stays unsaved. */
    saved: (answer: StoredRecord<Values>, sent: Partial<Values>) => change((now) => afterSave(now, answer, sent)),
    discard: () => change((now) => noEdits(now.record)),
  };
}

export type EditsState<Values extends object> = ReturnType<typeof useEdits<Values>>;

/** What somebody else changed, and the choice between both. */
export type EditConflict<Values extends object> = ReturnType<typeof conflictOf<Values>>;

function conflictOf<Values extends object>(
  edits: Edits<Values>,
  { isPending, error }: Saving,
  change: (next: (now: Edits<Values>) => Edits<Values>) => void,
) {
  const { record } = edits;
  const foreign = foreignChange(edits);
  const conflicting = foreign?.conflicting ?? [];
  const choose =
    (choice: Choice) =>
    (names = conflicting) =>
      change((now) => resolve(now, names, choice));
  return {
    record: isStored(record) ? record : undefined,
    /** The change by somebody else; `null` once it is resolved or saved. */
    change: foreign,
    hasConflict: conflicting.length > 0,
    /** Whether that change is why the server has just refused to save. */
    isRefused: foreign !== null && isEditConflict(error) && !isPending,
    /** Saves over what somebody else wrote. */
    keepMine: choose('mine'),
    takeTheirs: choose('theirs'),
  };
}

/** What the server refused, by field; without the fields that were changed since. */
function useRefusals(error: unknown) {
  const [corrected, setCorrected] = useState<{ error: unknown; fields: string[] }>({ error, fields: [] });
  const fields = corrected.error === error ? corrected.fields : NONE;
  const open = useMemo(() => {
    const stillOpen = refusedFields(error).filter(({ field }) => !fields.includes(field));
    return Object.fromEntries(stillOpen.map(({ field, message }) => [field, message]));
  }, [error, fields]);
  return {
    open,
    correct: (names: string[]) => {
      if (names.some((name) => name in open)) setCorrected({ error, fields: [...fields, ...names] });
    },
  };
}

const NONE: string[] = [];

/** The fields that the server refused. */
export function refusedFields(error: unknown): FieldError[] {
  return error instanceof HttpError ? error.details : [];
}

/** Ignores further calls until the save has ended: a second click may come before the first is shown as pending. */
function useDoubleSubmitGuard({ isPending, error }: Saving): (submit: () => void) => void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!isPending || error !== null) isSent.current = false;
  }, [isPending, error]);
  return (submit) => {
    if (isSent.current) return;
    isSent.current = true;
    submit();
  };
}

/**
 * Moves the focus to the conflict alert of the dialog, or else of the page. Call it when something is saved before the
 * choice.
 */
export function focusConflict(): void {
  const places = ['dialog [data-edit-conflict]', '[data-edit-conflict]'];
  const [alert] = places.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)]);
  alert?.focus({ preventScroll: true });
  alert?.scrollIntoView({ block: 'nearest' });
}
