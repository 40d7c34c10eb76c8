import type { ImageLock } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { usePage } from '../use-page';
import { FORMS, type ImageForm } from './caption-form';
import { textsOf, type ImageDrafts } from './draft';

/** Texts of an image with what was typed, and what changes them. They are saved when the focus leaves a field in place. */
export function useTexts<Lock extends ImageLock>(image: ImageView, lock: Lock, drafts: ImageDrafts | undefined) {
  const page = usePage();
  const of = { imageId: image.id, lock };
  const texts = textsOf(image, FORMS[lock], drafts?.[lock]);
  const save = () => page.save(of);
  return {
    ...texts,
    conflict: {
      ...texts.conflict,
      keepMine: () => page.resolve(of, 'mine'),
      takeTheirs: () => page.resolve(of, 'theirs'),
    },
    edit: (changes: Partial<ImageForm<Lock>>) => page.edit(of, changes),
    discard: () => page.discard(of),
    save,
    /** Call this when the focus leaves a field. What would undo an approval is saved by a button. */
    leave: () => !texts.changesApproved && void save(),
  };
}

/** Texts in fields of the page or of a dialog. */
export type FieldTexts<Lock extends ImageLock> = ReturnType<typeof useTexts<Lock>>;
