import type { ImageLock } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo } from 'react';
import { useKeys } from '../../../lib/keys';
import { FillSlot } from '../../../ui/slot';
import { changedBy } from '../../../ui/edit-conflict-alert';
import type { CaptionActivity } from '../captions/use-captions';
import { KEYS } from '../moment-keys';
import { PageStateContext, usePageState, usePageTools } from '../page-state';
import { imageForm } from './caption-form';
import { ImageTile, TileLine } from './image-tile';
import { ImageEditDialog } from './image-edit-dialog';
import { RejectionFeedbackDialog, type Resubmission } from './image-feedback';
import { ImageInspector, type ImageWork } from './image-inspector';
import { useUnsavedText } from './unsaved-texts';
import { useFieldsInPlace, type FieldsInPlace } from './use-fields-in-place';
import { useImageActions } from './use-image-actions';
import { isUnanswered } from '../../../records/images';
import { ResubmitDialog } from '../../../ui/resubmit-dialog';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  /** Whether the inspector shows it. */
  isSelected: boolean;
  /** Whether it is ticked for the bulk actions. */
  isChosen: boolean;
  /** No longer matches the status filter; shown until the filter changes. */
  noLongerMatches: boolean;
  /** What the AI does for this image. */
  activity: CaptionActivity;
  /** Whether the last attempt to write its caption failed. */
  isFailed: boolean;
}

const CAPTION_FORM = imageForm('caption');
const ADDRESS_FORM = imageForm('address');

/**
 * One image: its tile and, while it is selected, its inspector and dialogs. What is typed, uploaded or failed stays with the
 * image when another one is selected. Memoized, and reads nothing of the page that changes: an event renders one of 30.
 */
export const ImageItem = memo(function ImageItem({ noLongerMatches, isFailed, ...tile }: Props) {
  const { image, number, isSelected, activity } = tile;
  const tools = usePageTools();
  const actions = useImageActions(image, tools);
  const caption = useFieldsInPlace(image, CAPTION_FORM);
  const address = useFieldsInPlace(image, ADDRESS_FORM);
  const isUnsaved = caption.edited.length + address.edited.length > 0;
  const isSaving = caption.isSaving || address.isSaving;
  const reason = whyNotSaved(caption) || whyNotSaved(address);
  useUnsavedText(tools.unsaved, { imageId: image.id, number, isSaving, reason, isUnsaved });
  const resubmit: Resubmission = {
    isPending: actions.resubmit.isPending,
    begin: (onSuccess) =>
      isUnanswered(image) && !isUnsaved && !isSaving
        ? tools.openDialog(image.id, 'resubmit')
        : actions.resubmit.mutate('', { onSuccess }),
  };
  const otherWork = actions.replacement.isPending ? `Replacing… ${actions.replacement.percent}%` : '';
  return (
    <>
      <ImageTile {...tile} isBusy={activity !== null || otherWork !== ''}>
        <TileLine
          image={image}
          noLongerMatches={noLongerMatches}
          activity={activity}
          otherWork={otherWork}
          isFailed={isFailed}
          isUnsaved={reason !== '' && !isSaving}
        />
      </ImageTile>
      {isSelected && (
        <SelectedImage image={image} number={number} work={{ actions, resubmit, caption, address, otherWork }} />
      )}
    </>
  );
});

/** Why texts that were to be saved are not; `''` where nothing stands in their way. */
function whyNotSaved<Lock extends ImageLock>({ edited, problem, conflict }: FieldsInPlace<Lock>): string {
  if (edited.length === 0) return '';
  return conflict.change && conflict.hasConflict ? `${changedBy(conflict.change.editor, 'it')}.` : problem;
}

interface SelectedProps {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  work: ImageWork;
}

/** What the page shows of the selected image beside its tile, and the keys that act on it. */
function SelectedImage({ image, number, work }: SelectedProps) {
  const page = usePageState();
  const { inspectorSlot, editDialogSlot, regenerate } = usePageTools();
  const { dialog, chosen, openDialog, closeDialog } = page.workbench;
  const { actions, resubmit, caption, otherWork } = work;
  const isIdle = otherWork === '' && page.captions.activityOn(image) === null;
  useKeys(KEYS, { edit: () => openDialog(image.id, 'edit') }, { isActive: dialog === null });
  useKeys(
    KEYS,
    {
      regenerate: () => isIdle && image.status !== 'approved' && regenerate(image.id, { instruction: '' }),
      // A key that is held acts once: the next rejected image is selected after a resubmission.
      resubmit: ({ repeat }) =>
        !repeat && isIdle && image.status === 'rejected' && !resubmit.isPending && resubmit.begin(),
    },
    // While images are chosen, these keys act on all of them.
    { isActive: dialog === null && chosen.length === 0 },
  );
  return (
    <>
      <FillSlot slot={inspectorSlot} about={image.id}>
        {/* The inspector is drawn later than the page, and of one state. */}
        <PageStateContext value={page}>
          <ImageInspector image={image} number={number} work={work} />
        </PageStateContext>
      </FillSlot>
      {dialog === 'edit' && (
        <FillSlot slot={editDialogSlot} about="edit">
          <ImageEditDialog image={image} caption={caption} />
        </FillSlot>
      )}
      {dialog === 'feedback' && <RejectionFeedbackDialog image={image} resubmit={resubmit} onClose={closeDialog} />}
      {dialog === 'resubmit' && (
        <ResubmitDialog
          unanswered={[{ name: image.title || image.fileName, feedback: image.feedback }]}
          isPending={resubmit.isPending}
          onResubmit={(reply) => actions.resubmit.mutate(reply, { onSuccess: closeDialog })}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
