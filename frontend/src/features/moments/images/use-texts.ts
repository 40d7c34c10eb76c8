import type { EditGroup } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { usePage } from '../use-page';
import { FORMS, type ImageForm } from './caption-form';
import { textsOf, type ImageDrafts } from './draft';

/** Texts of an image with what was typed, and what changes them. They are saved when the focus leaves a field in place. */
export function useTexts<Group extends EditGroup>(image: ImageView, group: Group, drafts: ImageDrafts | undefined) {
  const page = usePage();
  const of = { imageId: image.id, group };
  const texts = textsOf(image, FORMS[group], drafts?.[group]);
  const save = () => page.save(of);
  return {
    ...texts,
    conflict: {
      ...texts.conflict,
      keepMine: () => page.resolve(of, 'mine'),
      takeTheirs: () => page.resolve(of, 'theirs'),
    },
    edit: (changes: Partial<ImageForm<Group>>) => page.edit(of, changes),
    discard: () => page.discard(of),
    save,
    /** Call this when the focus leaves a field. What would undo an approval is saved by a button. */
    leave: () => !texts.changesApproved && void save(),
  };
}

/** Texts in fields of the page or of a dialog. */
export type FieldTexts<Group extends EditGroup> = ReturnType<typeof useTexts<Group>>;
