import { CheckIcon, EditIcon, ReplaceIcon, SendIcon } from '../../../ui/icons';
import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ConfirmDelete } from '../../../ui/confirm-delete';
import { MenuButton, type MenuEntry } from '../../../ui/menu-button';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateButton } from '../captions/regenerate-caption-dialog';
import { KEYS } from '../moment-keys';
import { useImageOrder } from '../use-image-order';
import { usePage, useView } from '../use-page';
import { withShortcut } from '../../../lib/shortcuts';
import styles from './image-inspector.module.css';
import { useRemoveImage, useResubmission } from './use-image-actions';
import { useMay } from '../../../records/permissions';

interface Props {
  image: ImageView;
  isBusy: boolean;
  onReplace: () => void;
}

/** What can be done to an image in its present state, apart from resubmitting it. */
export function ImageButtons({ image, isBusy, onReplace }: Props) {
  const { openDialog } = usePage();
  const { mutateAsync: remove } = useRemoveImage(image);
  const may = useMay();
  if (!may('review.edit')) return null;
  return (
    <div className={`flex wrap gap-8 ${styles['buttons']}`}>
      <Tooltip text={withShortcut('Edit', KEYS.edit)}>
        <Button icon={<EditIcon />} aria-keyshortcuts={KEYS.edit.label} onClick={() => openDialog(image.id, 'edit')}>
          Edit
        </Button>
      </Tooltip>
      {may('review.generate') && image.status !== 'approved' && <RegenerateButton image={image} disabled={isBusy} />}
      <Button icon={<ReplaceIcon />} disabled={isBusy} onClick={onReplace}>
        Replace Image
      </Button>
      <span className={styles['last']}>
        <ConfirmDelete
          label={`Delete ${image.title || image.fileName}`}
          title="Delete this image?"
          text="The image and its caption are deleted. This cannot be undone."
          onConfirm={() => remove()}
        />
      </span>
    </div>
  );
}

interface ResubmitProps {
  image: ImageView;
  isBusy: boolean;
  /** Whether the image was just resubmitted. */
  isResubmitted: boolean;
}

/** Sends a rejected image back to the client. */
export function ResubmitButton({ image, isBusy, isResubmitted }: ResubmitProps) {
  const resubmission = useResubmission(image);
  return (
    <Button
      type="primary"
      block
      aria-keyshortcuts={KEYS.resubmit.label}
      title={withShortcut('Resubmit for Approval', KEYS.resubmit)}
      icon={isResubmitted ? <CheckIcon /> : <SendIcon />}
      loading={resubmission.isPending}
      // The button stays, since a second click would otherwise hit the control that moves to its place.
      disabled={isBusy || isResubmitted}
      // After the first click the button may stand for the next image, which the second one of a double click does not mean.
      onClick={({ detail }) => detail < 2 && resubmission.begin()}
    >
      {isResubmitted ? 'Resubmitted' : 'Resubmit for Approval'}
    </Button>
  );
}

/** What is done to the selected photo now and then; on a phone, the way to another place. */
export function PhotoMenu() {
  const { act } = usePage();
  const { step, canStep } = useImageOrder();
  const { selected, chosen } = useView();
  const mayEdit = useMay()('review.edit');
  if (!selected || !mayEdit) return null;
  const entries: MenuEntry[] = [
    { label: 'Move earlier', shortcut: 'Alt+←', isDisabled: !canStep(-1), onClick: () => step(-1) },
    { label: 'Move later', shortcut: 'Alt+→', isDisabled: !canStep(1), onClick: () => step(1) },
    {
      label: chosen.includes(selected) ? 'Unselect' : 'Select',
      shortcut: KEYS.choose.label,
      onClick: () => act({ type: 'toggle', id: selected.id }),
    },
  ];
  return <MenuButton label="More for this photo" type="text" size="small" entries={entries} />;
}
