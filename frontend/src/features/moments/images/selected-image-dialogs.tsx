import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useShortcuts } from '../../../lib/shortcuts';
import { Prerendered } from '../../../ui/prerendered';
import { ResubmitDialog } from '../../../ui/resubmit-dialog';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
import { usePage, usePageState, useCaptionStates, useView } from '../use-page';
import { ImageEditDialog } from './image-edit-dialog';
import { RejectionFeedbackDialog } from './image-feedback';
import { ImagePreview } from './image-preview';
import { useResubmission } from './use-image-actions';
import { useMay } from '../../../records/permissions';

/** The dialogs and the shortcuts of the selected image. */
export function SelectedImageDialogs() {
  const { selected } = useView();
  return (
    selected && (
      <>
        <ImageShortcuts image={selected} />
        <OpenDialog image={selected} />
      </>
    )
  );
}

function ImageShortcuts({ image }: { image: ImageView }) {
  const page = usePage();
  const isOpen = usePageState(({ dialog }) => dialog !== null);
  const isReplacing = usePageState(({ replacing }) => replacing[image.id] !== undefined);
  const isChoosing = useView().chosen.length > 0;
  const isIdle = useCaptionStates().activityOn(image) === null && !isReplacing;
  const resubmission = useResubmission(image);
  const may = useMay();
  useShortcuts(
    MOMENT_SHORTCUTS,
    { edit: () => page.openDialog(image.id, 'edit') },
    { isActive: !isOpen && may('review.edit') },
  );
  useShortcuts(
    MOMENT_SHORTCUTS,
    {
      regenerate: () => isIdle && image.status !== 'approved' && page.regenerate([image.id], { instruction: '' }),
      // Ignores repeats of a held key, because a resubmission selects the next rejected image.
      resubmit: ({ repeat }) =>
        !repeat && isIdle && image.status === 'rejected' && !resubmission.isPending && resubmission.begin(),
    },
    // While images are chosen, `BulkBar` binds these shortcuts.
    { isActive: !isOpen && !isChoosing && may('review.edit') },
  );
  return null;
}

function OpenDialog({ image }: { image: ImageView }) {
  const { closeDialog } = usePage();
  const dialog = usePageState((state) => state.dialog);
  const drafts = usePageState((state) => state.drafts[image.id]);
  const resubmission = useResubmission(image);
  return (
    <>
      <Prerendered isOpen={dialog === 'edit'}>
        <ImageEditDialog image={image} drafts={drafts} />
      </Prerendered>
      {dialog === 'preview' && <ImagePreview image={image} />}
      {dialog === 'feedback' && (
        <RejectionFeedbackDialog image={image} resubmission={resubmission} onClose={closeDialog} />
      )}
      {dialog === 'resubmit' && (
        <ResubmitDialog
          unanswered={[{ name: image.title || image.fileName, feedback: image.feedback }]}
          isPending={resubmission.isPending}
          onResubmit={resubmission.send}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
