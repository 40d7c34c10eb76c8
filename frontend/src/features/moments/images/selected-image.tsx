import type { ImageView } from '@gmb-moments/backend/contract/images';
import { FillSlot } from '../../../ui/slot';
import { useKeys } from '../../../lib/keys';
import { KEYS } from '../moment-keys';
import { PageStateContext, usePageState, usePageTools } from '../page-state';
import { ImageEditDialog } from './image-edit-dialog';
import { RejectionFeedbackDialog } from './image-feedback';
import { ImageInspector, type ImageWork } from './image-inspector';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  work: ImageWork;
}

/** What the page shows of the selected image beside its tile, and the keys that act on it. */
export function SelectedImage({ image, number, work }: Props) {
  const page = usePageState();
  const { inspector, editor, regenerate } = usePageTools();
  const { dialog, chosen, openDialog, closeDialog } = page.workbench;
  const { actions, caption, busy } = work;
  const isIdle = busy === '' && page.captions.activityOn(image) === null;
  useKeys(KEYS, { edit: () => openDialog(image.id, 'edit') }, { isActive: dialog === null });
  useKeys(
    KEYS,
    {
      regenerate: () => isIdle && image.status !== 'approved' && regenerate(image.id, { instruction: '' }),
      // A key that is held acts once: the next rejected image is selected after a resubmission.
      resubmit: ({ repeat }) =>
        !repeat && isIdle && image.status === 'rejected' && !actions.resubmit.isPending && actions.resubmit.mutate(),
    },
    // While images are chosen, these keys act on all of them.
    { isActive: dialog === null && chosen.length === 0 },
  );
  return (
    <>
      <FillSlot slot={inspector} about={image.id}>
        {/* The inspector is drawn later than the page, and of one state. */}
        <PageStateContext value={page}>
          <ImageInspector image={image} number={number} work={work} />
        </PageStateContext>
      </FillSlot>
      {dialog === 'edit' && (
        <FillSlot slot={editor} about="edit">
          <ImageEditDialog image={image} caption={caption} />
        </FillSlot>
      )}
      {dialog === 'feedback' && (
        <RejectionFeedbackDialog image={image} resubmit={actions.resubmit} onClose={closeDialog} />
      )}
    </>
  );
}
