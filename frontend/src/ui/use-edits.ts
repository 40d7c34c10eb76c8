import type { FieldError } from '@gmb-moments/backend/contract/errors';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HttpError } from '../lib/http';
import {
  afterSave,
  conflictIn,
  editedFields,
  isStored,
  noEdits,
  resolve,
  applyInput,
  rebaseEdits,
  valuesOf,
  type ConflictChoice,
  type Edits,
  type StoredRecord,
} from './record-edits';

/** State of the mutation that saves a record. */
export type Saving = Pick<UseMutationResult, 'isPending' | 'error'>;

/**
 * The unsaved edits of a record as state, with live changes by others, conflicts, refused fields and a guard against
 * double submits.
 * `RecordForm` shows them in a form of Ant Design.
 *
 * A change by somebody else neither replaces typed values nor is overwritten silently: fields without edits take the
 * new value; for edited fields, the user must choose one.
 * @param record the stored record, kept current, or the initial values of a new one
 * @param save state of the mutation that saves
 * @param warnsBeforeTyping whether changes by others are reported although nothing was typed: in dialogs, but not for
 * fields of a page
 */
export function useEdits<Values extends object>(
  record: Edits<Values>['record'],
  save: Saving,
  { warnsBeforeTyping = false } = {},
) {
  const [kept, change] = useState(() => noEdits(record));
  const edits = rebaseEdits(kept, record, { isPending: save.isPending, warnsBeforeTyping });
  if (edits !== kept) change(edits);
  const edited = editedFields(edits);
  const refusals = useRefusals(save.error);
  const guardDoubleSubmit = useDoubleSubmitGuard(save);
  const conflict = conflictIn(edits, save);
  const choose = (names: (keyof Values)[] | undefined, choice: ConflictChoice) =>
    change((now) => resolve(now, names ?? conflict.change?.conflicting ?? [], choice));
  return {
    /** The record on which the edits are based. */
    record: edits.record,
    /** Its revision, to be sent when saving; `undefined` for a new record. */
    revision: isStored(edits.record) ? edits.record.revision : undefined,
    /** The record's values, overridden by the edits. */
    values: useMemo(() => valuesOf(edits), [edits]),
    /** The unsaved values. */
    typed: edits.typed,
    /** Names of the fields with unsaved values. */
    edited,
    isDirty: edited.length > 0,
    conflict: {
      ...conflict,
      /** Keeps the own values. @param names the fields; by default all in conflict */
      keepMine: (names?: (keyof Values)[]) => choose(names, 'mine'),
      takeTheirs: (names?: (keyof Values)[]) => choose(names, 'theirs'),
    },
    save,
    /** Messages about refused fields, until the fields are changed. */
    refusals: refusals.open,
    edit: (changes: Partial<Values>) => {
      refusals.correct(Object.keys(changes));
      change((now) => applyInput(now, changes));
    },
    /** Calls `send` unless a save is running. During a conflict, focuses the alert instead. */
    submit: (send: () => void) => (conflict.hasConflict ? focusConflict() : guardDoubleSubmit(send)),
    /** Call it with the response and the sent values; text typed since then stays unsaved. */
    saved: (answer: StoredRecord<Values>, sent: Partial<Values>) => change((now) => afterSave(now, answer, sent)),
    discard: () => change((now) => noEdits(now.record)),
  };
}

export type EditsState<Values extends object> = ReturnType<typeof useEdits<Values>>;

/** A change by somebody else, with the functions that resolve a conflict. */
export type EditConflict<Values extends object> = EditsState<Values>['conflict'];

/** The messages about refused fields, without fields that were changed since. */
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

/** The fields that the server refused, with messages. */
export function refusedFields(error: unknown): FieldError[] {
  return error instanceof HttpError ? error.details : [];
}

/** Ignores further calls until the save has ended: a double click is faster than the rerender with `isPending`. */
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
 * Focuses the conflict alert in the dialog, or on the page. Call it when the user saves during a conflict.
 */
export function focusConflict(): void {
  const places = ['dialog [data-edit-conflict]', '[data-edit-conflict]'];
  const [alert] = places.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)]);
  alert?.focus({ preventScroll: true });
  alert?.scrollIntoView({ block: 'nearest' });
}
