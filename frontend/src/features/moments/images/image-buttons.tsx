import { CheckIcon, EditIcon, EllipsisIcon, ReplaceIcon, SendIcon } from '../../../ui/icons';
import { Button, Dropdown } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ConfirmDelete } from '../../../ui/confirm-delete';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateButton } from '../captions/regenerate-caption-dialog';
import { KEYS } from '../moment-keys';
import { usePageState, usePageTools } from '../page-state';
import { withKey } from '../../../lib/keys';
import type { Resubmission } from './image-feedback';
import styles from './image-inspector.module.css';
import type { ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  actions: ImageActions;
  isBusy: boolean;
  onReplace: () => void;
}

/** What can be done to an image in its present state, apart from resubmitting it. */
export function ImageButtons({ image, actions, isBusy, onReplace }: Props) {
  const { openDialog } = usePageTools();
  return (
    <div className={`flex wrap gap-8 ${styles['buttons']}`}>
      <Tooltip text={withKey('Edit', KEYS.edit)}>
        <Button icon={<EditIcon />} aria-keyshortcuts={KEYS.edit.label} onClick={() => openDialog(image.id, 'edit')}>
          Edit
        </Button>
      </Tooltip>
      {image.status !== 'approved' && <RegenerateButton image={image} disabled={isBusy} />}
      <Button icon={<ReplaceIcon />} disabled={isBusy} onClick={onReplace}>
        Replace Image
      </Button>
      <span className={styles['last']}>
        <ConfirmDelete
          label={`Delete ${image.title || image.fileName}`}
          title="Delete this image?"
          text="The image and its caption are deleted. This cannot be undone."
          onConfirm={() => actions.remove.mutateAsync()}
        />
      </span>
    </div>
  );
}

interface ResubmitProps {
  resubmit: Resubmission;
  isBusy: boolean;
  /** Whether the image was just resubmitted. */
  isResubmitted: boolean;
}

/** Sends a rejected image back to the client. */
export function ResubmitButton({ resubmit, isBusy, isResubmitted }: ResubmitProps) {
  return (
    <Button
      type="primary"
      block
      aria-keyshortcuts={KEYS.resubmit.label}
      title={withKey('Resubmit for Approval', KEYS.resubmit)}
      icon={isResubmitted ? <CheckIcon /> : <SendIcon />}
      loading={resubmit.isPending}
      // The button stays, since a second click would otherwise hit the control that moves to its place.
      disabled={isBusy || isResubmitted}
      // After the first click the button may stand for the next image, which the second one of a double click does not mean.
      onClick={({ detail }) => detail < 2 && resubmit.begin()}
    >
      {isResubmitted ? 'Resubmitted' : 'Resubmit for Approval'}
    </Button>
  );
}

/** A menu that opens takes the focus, so that the arrow keys move in it. */
const FOCUS_ENTRIES = { autoFocus: true };

/** What is done to the selected photo now and then; on a phone, the way to another place. */
export function PhotoMenu() {
  const { workbench } = usePageState();
  const { selected } = workbench;
  if (!selected) return null;
  const actions = {
    earlier: () => workbench.reorder(-1),
    later: () => workbench.reorder(1),
    choose: () => workbench.toggleChosen(selected.id),
  };
  const items = [
    { key: 'earlier', label: 'Move earlier', extra: 'Alt+←', disabled: !workbench.canReorder(-1) },
    { key: 'later', label: 'Move later', extra: 'Alt+→', disabled: !workbench.canReorder(1) },
    { key: 'choose', label: workbench.chosen.includes(selected) ? 'Unselect' : 'Select', extra: KEYS.choose.label },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      {...FOCUS_ENTRIES}
      menu={{ items, onClick: ({ key }) => actions[key as keyof typeof actions]() }}
    >
      <Button type="text" size="small" icon={<EllipsisIcon />} aria-label="More for this photo" aria-haspopup="menu" />
    </Dropdown>
  );
}
