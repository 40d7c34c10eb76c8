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

/** What staff typed for texts of an image that are edited together, until it is saved. */
export interface Draft<Group extends EditGroup> {
  edits: Edits<ImageForm<Group>>;
  isSaving: boolean;
  /** Why it could not be saved. */
  error: Error | null;
}

/** The drafts of one image. */
export type ImageDrafts = { readonly [Group in EditGroup]?: Draft<Group> | undefined };

/** A draft over the texts as they are stored now, which may be its own while it is being saved; one in which nothing is typed without it. */
export function draftOver<Group extends EditGroup>(
  stored: StoredRecord<ImageForm<Group>>,
  draft: Draft<Group> | undefined,
): Draft<Group> {
  if (!draft) return { edits: noEdits(stored), isSaving: false, error: null };
  return { ...draft, edits: rebaseEdits(draft.edits, stored, { isPending: draft.isSaving }) };
}

/** Texts of an image as they stand in its fields, and how it is with saving them. */
export type Texts<Group extends EditGroup> = ReturnType<typeof textsOf<Group>>;

export function textsOf<Group extends EditGroup>(
  image: ImageView,
  form: ImageFormOf<Group>,
  draft: Draft<Group> | undefined,
) {
  const { edits, isSaving, error } = draftOver(form.stored(image), draft);
  const values = valuesOf(edits);
  const edited = editedFields(edits);
  const conflict = conflictIn(edits, { isPending: isSaving, error });
  const isFailed = error !== null && edited.length > 0 && !isSaving;
  return {
    values,
    /** The fields in which something is not saved. */
    edited,
    conflict,
    isSaving,
    /** Whether the edits change what the client approved. */
    changesApproved: image.status === 'approved' && edited.some((name) => form.approved.includes(name)),
    // What to do about a change by somebody else is said with that change.
    problem: form.problem(values) || (isFailed && !conflict.isRefused ? reasonOf(error) : ''),
    /** Whether saving failed, so that it can be tried again. */
    isFailed,
  };
}

/** Texts of an image that were typed and are not saved. */
export interface UnsavedText {
  imageId: string;
  /** Place within the moment, from 1. */
  number: number;
  /** Whether they are being saved. */
  isSaving: boolean;
  /** Why they could not be saved; `''` where that was not tried. */
  reason: string;
}

/** What is not saved of an image; `null` for nothing. */
export function unsavedText(image: ImageView, number: number, drafts: ImageDrafts | undefined): UnsavedText | null {
  if (!drafts) return null;
  const caption = textsOf(image, FORMS.caption, drafts.caption);
  const address = textsOf(image, FORMS.address, drafts.address);
  if (caption.edited.length + address.edited.length === 0) return null;
  const reason = whyNotSaved(caption) || whyNotSaved(address);
  return { imageId: image.id, number, isSaving: caption.isSaving || address.isSaving, reason };
}

/** What is not saved of a moment's images, in their order. */
export function unsavedTexts(
  images: ImageView[],
  drafts: Readonly<Record<string, ImageDrafts | undefined>>,
): UnsavedText[] {
  return images.flatMap((image, index) => unsavedText(image, index + 1, drafts[image.id]) ?? []);
}

/** Why texts that were to be saved are not; `''` where nothing stands in their way. */
function whyNotSaved<Group extends EditGroup>({ edited, problem, conflict }: Texts<Group>): string {
  if (edited.length === 0) return '';
  return conflict.change && conflict.hasConflict ? `${changedBySentence(conflict.change.editor, 'it')}.` : problem;
}
