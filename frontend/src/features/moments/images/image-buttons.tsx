import { CheckIcon, EditIcon, ReplaceIcon, SendIcon } from '../../../ui/icons';
import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ConfirmDelete } from '../../../ui/confirm-delete';
import { MenuButton, type MenuEntry } from '../../../ui/menu-button';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateButton } from '../captions/regenerate-caption-dialog';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
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

/** The actions on an image in its current state, except resubmitting. */
export function ImageButtons({ image, isBusy, onReplace }: Props) {
  const { openDialog } = usePage();
  const { mutateAsync: remove } = useRemoveImage(image);
  const may = useMay();
  if (!may('review.edit')) return null;
  return (
    <div className={`flex wrap gap-8 ${styles['buttons']}`}>
      <Tooltip text={withShortcut('Edit', MOMENT_SHORTCUTS.edit)}>
        <Button
          icon={<EditIcon />}
          aria-keyshortcuts={MOMENT_SHORTCUTS.edit.label}
          onClick={() => openDialog(image.id, 'edit')}
        >
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

/** Resubmits a rejected image to the client. */
export function ResubmitButton({ image, isBusy, isResubmitted }: ResubmitProps) {
  const resubmission = useResubmission(image);
  return (
    <Button
      type="primary"
      block
      aria-keyshortcuts={MOMENT_SHORTCUTS.resubmit.label}
      title={withShortcut('Resubmit for Approval', MOMENT_SHORTCUTS.resubmit)}
      icon={isResubmitted ? <CheckIcon /> : <SendIcon />}
      loading={resubmission.isPending}
      // Disabled instead of removed: a second click would otherwise hit the control that moves to its place.
      disabled={isBusy || isResubmitted}
      // Ignores the second click of a double click: by then the button may belong to the next image.
      onClick={({ detail }) => detail < 2 && resubmission.begin()}
    >
      {isResubmitted ? 'Resubmitted' : 'Resubmit for Approval'}
    </Button>
  );
}

/** Menu of rarely used actions on the selected photo; on a phone, the only way to move it. */
export function PhotoMenu() {
  const { applySelection } = usePage();
  const { step, canStep } = useImageOrder();
  const { selected, chosen } = useView();
  const mayEdit = useMay()('review.edit');
  if (!selected || !mayEdit) return null;
  const entries: MenuEntry[] = [
    { label: 'Move earlier', shortcut: 'Alt+←', isDisabled: !canStep(-1), onClick: () => step(-1) },
    { label: 'Move later', shortcut: 'Alt+→', isDisabled: !canStep(1), onClick: () => step(1) },
    {
      label: chosen.includes(selected) ? 'Unselect' : 'Select',
      shortcut: MOMENT_SHORTCUTS.choose.label,
      onClick: () => applySelection({ type: 'toggle', id: selected.id }),
    },
  ];
  return <MenuButton label="More for this photo" type="text" size="small" entries={entries} />;
}
