import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo } from 'react';
import { changedBy } from '../../../ui/edit-conflict-alert';
import type { CaptionActivity } from '../captions/use-captions';
import { usePageTools } from '../page-state';
import { imageForm } from './caption-form';
import { ImageTile, TileLine } from './image-tile';
import { SelectedImage } from './selected-image';
import { useUnsavedText } from './unsaved-texts';
import { useFieldsInPlace, type FieldsInPlace } from './use-fields-in-place';
import { useImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  isSelected: boolean;
  /** Whether it is one of those that something is done to together. */
  isChosen: boolean;
  /** Only stays where it is until the status filter is left, which it no longer matches. */
  noLongerMatches: boolean;
  /** What the AI does for this image. */
  activity: CaptionActivity;
  /** Whether the last attempt to write its caption failed. */
  isFailed: boolean;
}

const CAPTION_FIELDS = imageForm('caption');
const ADDRESS_FIELDS = imageForm('address');

/**
 * One image: its tile and, while it is selected, its inspector and dialogs. What is typed, uploaded or failed stays with the
 * image when another one is selected. Memoized, and reads nothing of the page that changes: an event renders one of 30.
 */
export const ImageItem = memo(function ImageItem({ noLongerMatches, isFailed, ...tile }: Props) {
  const { image, number, isSelected, activity } = tile;
  const tools = usePageTools();
  const actions = useImageActions(image, tools);
  const caption = useFieldsInPlace(image, actions.saveCaption, CAPTION_FIELDS);
  const address = useFieldsInPlace(image, actions.saveAddress, ADDRESS_FIELDS);
  const isUnsaved = caption.edited.length + address.edited.length > 0;
  const isSaving = caption.isSaving || address.isSaving;
  const reason = whyNotSaved(caption) || whyNotSaved(address);
  useUnsavedText(tools.unsaved, { imageId: image.id, number, isSaving, reason, isUnsaved });
  const busy = actions.replacement.isPending ? `Replacing… ${actions.replacement.percent}%` : '';
  return (
    <>
      <ImageTile {...tile} isBusy={activity !== null || busy !== ''}>
        <TileLine
          image={image}
          noLongerMatches={noLongerMatches}
          activity={activity}
          busy={busy}
          isFailed={isFailed}
          isUnsaved={reason !== '' && !isSaving}
        />
      </ImageTile>
      {isSelected && <SelectedImage image={image} number={number} work={{ actions, caption, address, busy }} />}
    </>
  );
});

/** Why texts that were to be saved are not; `''` where nothing stands in their way. */
function whyNotSaved<Values extends object>({ edited, problem, conflict }: FieldsInPlace<Values>): string {
  if (edited.length === 0) return '';
  return conflict.change && conflict.hasConflict ? `${changedBy(conflict.change.editor, 'it')}.` : problem;
}
