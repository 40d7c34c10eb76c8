import type { EditGroup } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { usePage } from '../use-page';
import { FORMS, type ImageForm } from './caption-form';
import { draftState, type ImageDrafts } from './draft';

/** The values of an image's texts with unsaved edits, and the functions that change and save them. */
export function useImageTexts<Group extends EditGroup>(
  image: ImageView,
  group: Group,
  drafts: ImageDrafts | undefined,
) {
  const page = usePage();
  const key = { imageId: image.id, group };
  const texts = draftState(image, FORMS[group], drafts?.[group]);
  const save = () => page.save(key);
  return {
    ...texts,
    conflict: {
      ...texts.conflict,
      keepMine: () => page.resolve(key, 'mine'),
      takeTheirs: () => page.resolve(key, 'theirs'),
    },
    edit: (changes: Partial<ImageForm<Group>>) => page.edit(key, changes),
    discard: () => page.discard(key),
    save,
    /**
     * Call it when a field loses the focus: saves, except for edits of an approved image, which need a click on Save.
     */
    leave: () => !texts.changesApproved && void save(),
  };
}

export type FieldTexts<Group extends EditGroup> = ReturnType<typeof useImageTexts<Group>>;
