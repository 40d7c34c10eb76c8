import type { ImageLock } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Seen } from '../../../ui/record-edits';
import { useEdits } from '../../../ui/use-edits';
import { isEditConflict, isUnreachable, reasonOf } from '../../../lib/http';
import { onReconnect } from '../../../lib/socket';
import { useToastMutation } from '../../../lib/toast-mutation';
import { updateImage, type ImageChanges } from '../../../records/images';
import type { ImageFormOf } from './caption-form';
import { useImageCache } from './use-image-actions';

/**
 * Fields of an image that are edited in place: saved when the focus leaves one. What could not be saved stays in the field, also
 * while another image is selected; what did not reach the server is saved once the connection is back.
 */
export function useFieldsInPlace<Lock extends ImageLock>(image: ImageView, form: ImageFormOf<Lock>) {
  const save = useSaving(image, form);
  const stored = form.stored(image);
  const { record, values, revision, edited, conflict, edit, saved, discard: drop } = useEdits(stored, save);
  /** How often saving was asked for, and how often of that it was begun. */
  const [asked, setAsked] = useState(0);
  const begun = useRef(0);
  const afterSaving = useRef<(() => void) | undefined>(undefined);
  const problem = form.problem(values);
  /** Whether the edits change what the client approved. */
  const changesApproved = image.status === 'approved' && edited.some((name) => form.approved.includes(name));

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
    const changes = form.changes(record.values, values);
    if (Object.keys(changes).length === 0) {
      discard();
      return then?.();
    }
    save.mutate(
      { ...changes, revision },
      {
        onSuccess: (changed) => {
          saved(form.stored(changed), values);
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

export type FieldsInPlace<Lock extends ImageLock> = ReturnType<typeof useFieldsInPlace<Lock>>;

function useSaving<Lock extends ImageLock>(image: ImageView, { lock }: ImageFormOf<Lock>) {
  const cache = useImageCache(image.momentId);
  return useToastMutation({
    mutationFn: ({ revision, ...changes }: ImageChanges & Seen) =>
      updateImage(image.id, { ...changes, [`${lock}Revision`]: revision }),
    success: lock === 'address' ? ['Updated', 'Address saved'] : ['Updated'],
    // Shown for an address, too.
    failure: 'Failed to update caption',
    onSuccess: cache.put,
    // The live event of the other change may not have arrived.
    onError: (error) => isEditConflict(error) && cache.refresh(),
  });
}
