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
import { draftOver, unsavedTexts, type Draft, type ImageDrafts } from './draft';
import { imageCache } from './image-cache';

/** Texts of an image that are edited together. */
export interface TextsRef<Group extends EditGroup> {
  imageId: string;
  group: Group;
}

const IDLE = { isSaving: false, error: null };

/** Changes and saves the drafts of a page's images. What could not be saved stays, also while another image is selected. */
export function createTexts({ momentId, queryClient, store, set, images }: PageParts) {
  const cache = imageCache(queryClient, momentId);
  /** The save of some texts that is under way, and the one that follows it. */
  const running = new Map<string, Promise<boolean>>();
  const waiting = new Map<string, Promise<boolean>>();

  const imageOf = (imageId: string) => images().find(({ id }) => id === imageId);
  const draftOf = <Group extends EditGroup>({ imageId, group }: TextsRef<Group>): Draft<Group> | undefined =>
    store.get().drafts[imageId]?.[group];

  function put<Group extends EditGroup>({ imageId, group }: TextsRef<Group>, draft: Draft<Group> | undefined): void {
    const { drafts } = store.get();
    const isNeeded = draft && (draft.isSaving || editedFields(draft.edits).length > 0);
    const ofImage: ImageDrafts = { ...drafts[imageId], [group]: isNeeded ? draft : undefined };
    set({ drafts: { ...drafts, [imageId]: ofImage.caption || ofImage.address ? ofImage : undefined } });
  }

  /** Changes what is typed, over the texts as they are stored now. */
  function change<Group extends EditGroup>(
    texts: TextsRef<Group>,
    apply: (edits: Edits<ImageForm<Group>>, draft: Draft<Group>) => Edits<ImageForm<Group>>,
  ): void {
    const image = imageOf(texts.imageId);
    if (!image) return;
    const draft = draftOver(FORMS[texts.group].stored(image), draftOf(texts));
    put(texts, { ...draft, edits: apply(draft.edits, draft) });
  }

  const discard = <Group extends EditGroup>(texts: TextsRef<Group>) => change(texts, ({ record }) => noEdits(record));

  /** Saves what was typed, after a save that is under way, whose revision it is based on. Resolves with whether it is saved. */
  function save<Group extends EditGroup>(texts: TextsRef<Group>): Promise<boolean> {
    const key = `${texts.group} ${texts.imageId}`;
    const start = () => {
      const saving = saveNow(texts).finally(() => running.delete(key));
      running.set(key, saving);
      return saving;
    };
    const before = running.get(key);
    if (!before) return start();
    const next =
      waiting.get(key) ??
      before.then(() => {
        waiting.delete(key);
        return start();
      });
    waiting.set(key, next);
    return next;
  }

  async function saveNow<Group extends EditGroup>(texts: TextsRef<Group>): Promise<boolean> {
    const image = imageOf(texts.imageId);
    if (!image) return false;
    const form = FORMS[texts.group];
    const stored = form.stored(image);
    const draft = draftOver(stored, draftOf(texts));
    const typed = valuesOf(draft.edits);
    // During a conflict, choosing a value saves it.
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
    texts: TextsRef<Group>,
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
      // Shown for an address, too.
      toast.error('Error', 'Failed to update caption');
      const draft = draftOf(texts);
      if (draft) put(texts, { edits: applyInput(draft.edits, {}), isSaving: false, error: error as Error });
      // The live event of the other change may not have arrived.
      if (isEditConflict(error)) void cache.refresh();
      return false;
    }
  }

  const unsaved = () => unsavedTexts(images(), store.get().drafts);

  return {
    edit: <Group extends EditGroup>(texts: TextsRef<Group>, changes: Partial<ImageForm<Group>>) =>
      change(texts, (edits, { isSaving }) =>
        // What is typed back to the stored text is another one than that which is being saved.
        isSaving ? { ...edits, typed: { ...edits.typed, ...changes } } : applyInput(edits, changes),
      ),
    /** Ends a conflict: the value that was typed is kept, to be saved, or the stored one is taken. */
    resolve: <Group extends EditGroup>(texts: TextsRef<Group>, choice: ConflictChoice) =>
      change(texts, (edits) => resolve(edits, foreignChange(edits)?.conflicting ?? [], choice)),
    discard,
    save,
    /** The texts of the page that are not saved. */
    unsaved,
    /** Saves what did not reach the server, each time that the connection is back. The returned function stops that. */
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
