import type { EditGroup } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { MutationObserver } from '@tanstack/react-query';
import { isEditConflict, isUnreachable } from '../../../lib/http';
import { onReconnect } from '../../../lib/socket';
import { toast } from '../../../lib/toast';
import { updateImage } from '../../../records/images';
import {
  afterSave,
  editedFields,
  foreignChange,
  noEdits,
  resolve,
  applyInput,
  valuesOf,
  type ConflictChoice,
  type Edits,
} from '../../../ui/record-edits';
import type { PageParts } from '../page-state';
import { FORMS, type ImageForm } from './caption-form';
import { rebaseDraft, unsavedTexts, type Draft, type ImageDrafts } from './draft';
import { imageCache } from './image-cache';

/** Names the draft of one image and one group of texts. */
export interface DraftKey<Group extends EditGroup> {
  imageId: string;
  group: Group;
}

const IDLE = { isSaving: false, error: null };

/**
 * The part of the page's store that changes and saves drafts. Drafts that could not be saved stay when another image
 * is selected.
 */
export function createDraftStore({ momentId, queryClient, store, updateState, images }: PageParts) {
  const cache = imageCache(queryClient, momentId);
  /** Per draft, the running save and the next one. */
  const runningSaves = new Map<string, Promise<boolean>>();
  const waitingSaves = new Map<string, Promise<boolean>>();

  const imageOf = (imageId: string) => images().find(({ id }) => id === imageId);
  const draftOf = <Group extends EditGroup>({ imageId, group }: DraftKey<Group>): Draft<Group> | undefined =>
    store.get().drafts[imageId]?.[group];

  function put<Group extends EditGroup>({ imageId, group }: DraftKey<Group>, draft: Draft<Group> | undefined): void {
    const { drafts } = store.get();
    const isNeeded = draft && (draft.isSaving || editedFields(draft.edits).length > 0);
    const ofImage: ImageDrafts = { ...drafts[imageId], [group]: isNeeded ? draft : undefined };
    updateState({ drafts: { ...drafts, [imageId]: ofImage.caption || ofImage.address ? ofImage : undefined } });
  }

  /** Applies a change to a draft, rebased on the currently stored texts. */
  function change<Group extends EditGroup>(
    texts: DraftKey<Group>,
    apply: (edits: Edits<ImageForm<Group>>, draft: Draft<Group>) => Edits<ImageForm<Group>>,
  ): void {
    const image = imageOf(texts.imageId);
    if (!image) return;
    const draft = rebaseDraft(FORMS[texts.group].stored(image), draftOf(texts));
    put(texts, { ...draft, edits: apply(draft.edits, draft) });
  }

  const discard = <Group extends EditGroup>(texts: DraftKey<Group>) => change(texts, ({ record }) => noEdits(record));

  /**
   * Saves a draft. If a save is running, waits for it, because its result raises the revision. Resolves with whether
   * it was saved.
   */
  function save<Group extends EditGroup>(texts: DraftKey<Group>): Promise<boolean> {
    const key = `${texts.group} ${texts.imageId}`;
    const start = () => {
      const saving = saveNow(texts).finally(() => runningSaves.delete(key));
      runningSaves.set(key, saving);
      return saving;
    };
    const before = runningSaves.get(key);
    if (!before) return start();
    const next =
      waitingSaves.get(key) ??
      before.then(() => {
        waitingSaves.delete(key);
        return start();
      });
    waitingSaves.set(key, next);
    return next;
  }

  async function saveNow<Group extends EditGroup>(texts: DraftKey<Group>): Promise<boolean> {
    const image = imageOf(texts.imageId);
    if (!image) return false;
    const form = FORMS[texts.group];
    const stored = form.stored(image);
    const draft = rebaseDraft(stored, draftOf(texts));
    const typed = valuesOf(draft.edits);
    // A conflict must be resolved first.
    if (foreignChange(draft.edits)?.conflicting.length || form.problem(typed)) return false;
    const changes = form.changes(draft.edits.record.values, typed);
    if (Object.keys(changes).length === 0) {
      discard(texts);
      return true;
    }
    put(texts, { edits: draft.edits, isSaving: true, error: null });
    return send(image, texts, { ...changes, [`${texts.group}Revision`]: stored.revision }, typed);
  }

  async function send<Group extends EditGroup>(
    image: ImageView,
    texts: DraftKey<Group>,
    body: Parameters<typeof updateImage>[1],
    typed: ImageForm<Group>,
  ): Promise<boolean> {
    const update = new MutationObserver(queryClient, { mutationFn: () => updateImage(image.id, body) });
    try {
      const changed = await update.mutate();
      toast.success('Updated', texts.group === 'address' ? 'Address saved' : undefined);
      cache.put(changed);
      const draft = draftOf(texts);
      if (draft) put(texts, { edits: afterSave(draft.edits, FORMS[texts.group].stored(changed), typed), ...IDLE });
      return true;
    } catch (error) {
      // The same text for captions and addresses.
      toast.error('Error', 'Failed to update caption');
      const draft = draftOf(texts);
      if (draft) put(texts, { edits: applyInput(draft.edits, {}), isSaving: false, error: error as Error });
      // The live event about the other edit may not have arrived yet.
      if (isEditConflict(error)) void cache.refresh();
      return false;
    }
  }

  const unsaved = () => unsavedTexts(images(), store.get().drafts);

  return {
    edit: <Group extends EditGroup>(texts: DraftKey<Group>, changes: Partial<ImageForm<Group>>) =>
      change(texts, (edits, { isSaving }) =>
        // During a save, text that equals the stored one still differs from what is being saved.
        isSaving ? { ...edits, typed: { ...edits.typed, ...changes } } : applyInput(edits, changes),
      ),
    /** Resolves a conflict: `mine` keeps the typed text as an edit, `theirs` takes the stored one. */
    resolve: <Group extends EditGroup>(texts: DraftKey<Group>, choice: ConflictChoice) =>
      change(texts, (edits) => resolve(edits, foreignChange(edits)?.conflicting ?? [], choice)),
    discard,
    save,
    /** The images of the page with unsaved texts. */
    unsaved,
    /** Retries saves that did not reach the server on each reconnect, until the returned function is called. */
    saveOnReconnect: () =>
      onReconnect(() => {
        for (const { imageId } of unsaved())
          for (const group of ['caption', 'address'] as const) {
            const error = draftOf({ imageId, group })?.error;
            if (error && isUnreachable(error)) void save({ imageId, group });
          }
      }),
  };
}
