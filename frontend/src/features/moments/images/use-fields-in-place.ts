import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEdits, type Seen, type StoredRecord } from '../../../ui/edit-conflict';
import { isUnreachable, reasonOf } from '../../../lib/http';
import { onReconnect } from '../../../lib/socket';
import type { ImageChanges } from '../../../records/images';

interface Fields<Values extends object> {
  /** The stored values of an image. */
  stored: (image: ImageView) => StoredRecord<Values>;
  /** What is sent of edited values; nothing when they are the stored ones. */
  changes: (before: Values, after: Values) => ImageChanges;
  /** Says why these values cannot be saved; `''` when they can. */
  problem?: (values: Values) => string;
  /** Fields that are saved on request only: the client approved what they say. */
  approved?: (keyof Values)[];
}

type Save = UseMutationResult<ImageView, Error, ImageChanges & Seen>;

/**
 * Fields of an image that are edited in place: saved when the focus leaves one. What could not be saved stays in the field, also
 * while another image is selected; what did not reach the server is saved once the connection is back.
 */
export function useFieldsInPlace<Values extends object>(image: ImageView, save: Save, fields: Fields<Values>) {
  const stored = fields.stored(image);
  const { values, edits, edited, conflict, edit, saved, discard: drop } = useEdits(stored, save);
  /** How often saving was asked for, and how often of that it was begun. */
  const [asked, setAsked] = useState(0);
  const begun = useRef(0);
  const afterSaving = useRef<(() => void) | undefined>(undefined);
  const problem = fields.problem?.(values) ?? '';
  /** Whether the edits change what the client approved. */
  const changesApproved = image.status === 'approved' && edited.some((name) => fields.approved?.includes(name));

  const discard = () => {
    drop();
    // What failed is not wanted any more.
    if (save.isError) save.reset();
  };
  const saveNow = useEffectEvent(() => {
    begun.current = asked;
    const then = afterSaving.current;
    afterSaving.current = undefined;
    // During a conflict, choosing a value saves it.
    if (conflict.hasConflict || problem) return;
    const base = conflict.base ?? stored;
    const typed = { ...base.values, ...edits };
    const changes = fields.changes(base.values, typed);
    if (Object.keys(changes).length === 0) {
      discard();
      return then?.();
    }
    save.mutate(
      { ...changes, revision: base.revision },
      {
        onSuccess: (changed) => {
          saved(fields.stored(changed), typed);
          then?.();
        },
      },
    );
  });
  // Waits for the save before, whose revision the next one is based on.
  useEffect(() => {
    if (asked > begun.current && !save.isPending) saveNow();
  }, [asked, save.isPending]);

  const ask = (then?: () => void) => {
    afterSaving.current = then;
    setAsked((count) => count + 1);
  };
  const isFailed = save.isError && edited.length > 0 && !save.isPending;
  const saveAgain = useEffectEvent(() => isFailed && isUnreachable(save.error) && ask());
  useEffect(() => onReconnect(() => saveAgain()), []);
  return {
    values,
    edited,
    conflict,
    edit,
    discard,
    isSaving: save.isPending,
    changesApproved,
    // What to do about a change by somebody else is said with that change.
    problem: problem || (isFailed && !conflict.isRefused ? reasonOf(save.error) : ''),
    /** Whether saving failed, so that it can be tried again. */
    isFailed,
    /** Saves what was typed, and calls back once it is saved; not where it could not be. */
    save: ask,
    /** Call this when the focus leaves a field. */
    leave: () => !changesApproved && ask(),
  };
}

export type FieldsInPlace<Values extends object> = ReturnType<typeof useFieldsInPlace<Values>>;
