import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { changedBy } from '../../../ui/edit-conflict-alert';
import { FillSlot, type Slot } from '../../../ui/slot';
import { useKeys } from '../../../lib/keys';
import type { CaptionActivity, Rewriting } from '../captions/use-captions';
import { imageForm } from './caption-form';
import { isResubmission, RejectionFeedbackDialog } from './image-feedback';
import { ImageEditDialog, type Editing } from './image-edit-dialog';
import { ImageInspector } from './image-inspector';
import { ImageTile } from './image-tile';
import { useUnsavedText, type UnsavedTexts } from './unsaved-texts';
import { useFieldsInPlace, type FieldsInPlace } from './use-fields-in-place';
import { useImageActions } from './use-image-actions';

/** What lies over the page for the selected image. */
export type ImageDialog = 'preview' | 'edit' | 'feedback' | null;

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  isSelected: boolean;
  /** Whether it is one of those that something is done to together. */
  isChosen: boolean;
  /** Whether a click chooses. */
  isPicking: boolean;
  /** Which keys act on this image: while images are chosen, only that of `Edit`. */
  keys: 'all' | 'edit' | null;
  noLongerMatches: boolean;
  /** The image as it was before it was resubmitted; kept until the status filter is left. */
  rejected: ImageView | undefined;
  onResubmit: (image: ImageView) => void;
  onResubmitted: (imageId: string) => void;
  /** What the AI does for this image. */
  activity: CaptionActivity;
  /** A sentence on why the AI could not caption it; `''` when it could, or was not asked. */
  captionProblem: string;
  /** The technical reason of that; `''` when there is none. */
  captionDetail: string;
  onRegenerate: (imageId: string, rewriting: Rewriting) => void;
  /** Where the selected image is shown at large. */
  inspector: Slot;
  /** What the inspector holds beside the image: its menu, and the way to other images. */
  menu: ReactNode;
  steps: ReactNode;
  dialog: ImageDialog;
  /** The dialog that edits one caption after the other, while this image has its turn. */
  editing: Editing | null;
  /** The images of the page whose texts are not saved. */
  unsaved: UnsavedTexts;
  onDialog: (imageId: string, dialog: ImageDialog) => void;
  onSelect: (imageId: string, event: MouseEvent) => void;
  onChoose: (imageId: string, event: MouseEvent) => void;
}

const CAPTION_FIELDS = imageForm('caption');
const ADDRESS_FIELDS = imageForm('address');

/**
 * One image: its tile, its dialogs and, while it is selected, its inspector. What is typed, uploaded or failed stays with the
 * image when another one is selected. Memoized: an event renders one of 30.
 */
export const ImageItem = memo(function ImageItem(props: Props) {
  const { image, number, isSelected, keys, onDialog, editing } = props;
  const actions = useImageActions(image, props);
  const caption = useFieldsInPlace(image, actions.saveCaption, CAPTION_FIELDS);
  const address = useFieldsInPlace(image, actions.saveAddress, ADDRESS_FIELDS);
  const isUnsaved = caption.edited.length + address.edited.length > 0;
  const isSaving = caption.isSaving || address.isSaving;
  const reason = whyNotSaved(caption) || whyNotSaved(address);
  useUnsavedText(props.unsaved, { imageId: image.id, number, isSaving, reason, isUnsaved });
  const busy = actions.replacement.isPending ? `Replacing… ${actions.replacement.percent}%` : '';
  const resubmitted = props.rejected && isResubmission(props.rejected, image) ? props.rejected : null;
  const open = (dialog: ImageDialog) => onDialog(image.id, dialog);
  const isIdle = busy === '' && props.activity === null;
  useKeys({ e: () => open('edit') }, { isActive: keys !== null });
  useKeys(
    {
      g: () => isIdle && image.status !== 'approved' && props.onRegenerate(image.id, { instruction: '' }),
      // A key that is held acts once: the next rejected image is selected after a resubmission.
      r: ({ repeat }) =>
        !repeat && isIdle && image.status === 'rejected' && !actions.resubmit.isPending && actions.resubmit.mutate(),
    },
    { isActive: keys === 'all' },
  );
  return (
    <>
      <ImageTile
        image={image}
        number={number}
        isSelected={isSelected}
        isChosen={props.isChosen}
        isPicking={props.isPicking}
        noLongerMatches={props.noLongerMatches}
        activity={props.activity}
        busy={busy}
        isFailed={props.captionProblem !== ''}
        isUnsaved={reason !== '' && !isSaving}
        onSelect={(event) => props.onSelect(image.id, event)}
        onChoose={(event) => props.onChoose(image.id, event)}
        onPreview={() => open('preview')}
        onFeedback={() => open('feedback')}
      />
      {isSelected && (
        <FillSlot slot={props.inspector} about={image.id}>
          <ImageInspector
            image={image}
            number={number}
            actions={actions}
            caption={caption}
            isInDialog={editing !== null}
            address={address}
            activity={props.activity}
            busy={busy}
            resubmitted={resubmitted}
            problem={props.captionProblem}
            problemDetail={props.captionDetail}
            menu={props.menu}
            steps={props.steps}
            onDialog={open}
            onRegenerate={(rewriting) => props.onRegenerate(image.id, rewriting)}
          />
        </FillSlot>
      )}
      {editing && (
        <FillSlot slot={editing.slot} about="edit">
          <ImageEditDialog image={image} caption={caption} unsaved={props.unsaved} {...editing} />
        </FillSlot>
      )}
      {props.dialog === 'feedback' && (
        <RejectionFeedbackDialog image={image} resubmit={actions.resubmit} onClose={() => open(null)} />
      )}
    </>
  );
});

/** Why texts that were to be saved are not; `''` where nothing stands in their way. */
function whyNotSaved<Values extends object>({ edited, problem, conflict }: FieldsInPlace<Values>): string {
  if (edited.length === 0) return '';
  return conflict.change && conflict.hasConflict ? `${changedBy(conflict.change.editor, 'it')}.` : problem;
}
