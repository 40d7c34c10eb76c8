import type { EditGroup } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { reasonOf } from '../../../lib/http';
import { changedBySentence } from '../../../ui/edit-conflict-alert';
import {
  conflictIn,
  editedFields,
  noEdits,
  rebaseEdits,
  valuesOf,
  type Edits,
  type StoredRecord,
} from '../../../ui/record-edits';
import { FORMS, type ImageForm, type ImageFormOf } from './caption-form';

/** Unsaved edits of an image's texts in one group. */
export interface Draft<Group extends EditGroup> {
  edits: Edits<ImageForm<Group>>;
  isSaving: boolean;
  /** The error of the last save; `null` if there was none. */
  error: Error | null;
}

/** The drafts of one image. */
export type ImageDrafts = { readonly [Group in EditGroup]?: Draft<Group> | undefined };

/** A draft rebased on the currently stored texts; an empty draft if there is none. */
export function rebaseDraft<Group extends EditGroup>(
  stored: StoredRecord<ImageForm<Group>>,
  draft: Draft<Group> | undefined,
): Draft<Group> {
  if (!draft) return { edits: noEdits(stored), isSaving: false, error: null };
  return { ...draft, edits: rebaseEdits(draft.edits, stored, { isPending: draft.isSaving }) };
}

export type DraftState<Group extends EditGroup> = ReturnType<typeof draftState<Group>>;

export function draftState<Group extends EditGroup>(
  image: ImageView,
  form: ImageFormOf<Group>,
  draft: Draft<Group> | undefined,
) {
  const { edits, isSaving, error } = rebaseDraft(form.stored(image), draft);
  const values = valuesOf(edits);
  const edited = editedFields(edits);
  const conflict = conflictIn(edits, { isPending: isSaving, error });
  const isFailed = error !== null && edited.length > 0 && !isSaving;
  return {
    values,
    /** Names of the fields with unsaved edits. */
    edited,
    conflict,
    isSaving,
    /** Whether saving the edits would set an approved image back to pending. */
    changesApproved: image.status === 'approved' && edited.some((name) => form.approved.includes(name)),
    // A refusal because of another edit is shown by the conflict alert instead.
    problem: form.problem(values) || (isFailed && !conflict.isRefused ? reasonOf(error) : ''),
    /** Whether the last save failed. */
    isFailed,
  };
}

/** An image with unsaved texts. */
export interface UnsavedText {
  imageId: string;
  /** Position in the moment, from 1. */
  number: number;
  /** Whether the texts are being saved. */
  isSaving: boolean;
  /** Why they could not be saved; `''` if that was not tried. */
  reason: string;
}

/** The unsaved texts of an image; `null` if everything is saved. */
export function unsavedText(image: ImageView, number: number, drafts: ImageDrafts | undefined): UnsavedText | null {
  if (!drafts) return null;
  const caption = draftState(image, FORMS.caption, drafts.caption);
  const address = draftState(image, FORMS.address, drafts.address);
  if (caption.edited.length + address.edited.length === 0) return null;
  const reason = whyNotSaved(caption) || whyNotSaved(address);
  return { imageId: image.id, number, isSaving: caption.isSaving || address.isSaving, reason };
}

/** The images with unsaved texts, in the order of the moment. */
export function unsavedTexts(
  images: ImageView[],
  drafts: Readonly<Record<string, ImageDrafts | undefined>>,
): UnsavedText[] {
  return images.flatMap((image, index) => unsavedText(image, index + 1, drafts[image.id]) ?? []);
}

/** Why edited texts cannot be saved; `''` if they can. */
function whyNotSaved<Group extends EditGroup>({ edited, problem, conflict }: DraftState<Group>): string {
  if (edited.length === 0) return '';
  return conflict.change && conflict.hasConflict ? `${changedBySentence(conflict.change.editor, 'it')}.` : problem;
}
