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

/** The mutation that saves a record. */
export type Saving = Pick<UseMutationResult, 'isPending' | 'error'>;

/**
 * The unsaved edits of a record, and everything around saving them: live changes by others, conflicts, what the server refused,
 * a second submit. `RecordForm` shows them in a form of Ant Design.
 *
 * A change by somebody else neither replaces what was typed nor is overwritten silently: fields that were not edited here
 * follow it, in the others one of the two values must be chosen.
 * @param record the stored one, kept current, or what a new one begins with
 * @param save the mutation that saves
 * @param warnsBeforeTyping whether changes by others are also shown before anything was typed: in dialogs, not in fields of a page
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
    isDirty: edited.length > 0,
    conflict: {
      ...conflict,
      /** Saves over what somebody else wrote, in these fields or in all. */
      keepMine: (names?: (keyof Values)[]) => choose(names, 'mine'),
      takeTheirs: (names?: (keyof Values)[]) => choose(names, 'theirs'),
    },
    save,
    /** What the server refused, by field, until that is changed. */
    refusals: refusals.open,
    edit: (changes: Partial<Values>) => {
      refusals.correct(Object.keys(changes));
      change((now) => applyInput(now, changes));
    },
    /** Calls `send`, but not while saving; during a conflict it moves the focus to that instead. */
    submit: (send: () => void) => (conflict.hasConflict ? focusConflict() : guardDoubleSubmit(send)),
    /** Call this with the response and the sent values; what was typed since then stays unsaved. */
    saved: (answer: StoredRecord<Values>, sent: Partial<Values>) => change((now) => afterSave(now, answer, sent)),
    discard: () => change((now) => noEdits(now.record)),
  };
}

export type EditsState<Values extends object> = ReturnType<typeof useEdits<Values>>;

/** A change by somebody else, and the choice between both. */
export type EditConflict<Values extends object> = EditsState<Values>['conflict'];

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
