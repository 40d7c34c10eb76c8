import { CheckIcon, EditIcon, ReplaceIcon, SendIcon } from '../../../ui/icons';
import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ConfirmDelete } from '../../../ui/confirm-delete';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateButton } from '../captions/regenerate-caption-dialog';
import type { Rewriting } from '../captions/use-captions';
import { KEYS } from '../moment-keys';
import { withKey } from '../../../lib/keys';
import styles from './image-inspector.module.css';
import type { ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  actions: ImageActions;
  isBusy: boolean;
  onReplace: () => void;
  onEdit: () => void;
  onRegenerate: (rewriting: Rewriting) => void;
}

/** What can be done to an image in its present state, apart from resubmitting it. */
export function ImageButtons({ image, actions, isBusy, onReplace, onEdit, onRegenerate }: Props) {
  return (
    <div className={`flex wrap gap-8 ${styles['buttons']}`}>
      <Tooltip text={withKey('Edit', KEYS.edit)}>
        <Button icon={<EditIcon />} aria-keyshortcuts={KEYS.edit.label} onClick={onEdit}>
          Edit
        </Button>
      </Tooltip>
      {image.status !== 'approved' && <RegenerateButton image={image} disabled={isBusy} onRegenerate={onRegenerate} />}
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
  resubmit: ImageActions['resubmit'];
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
      onClick={({ detail }) => detail < 2 && resubmit.mutate()}
    >
      {isResubmitted ? 'Resubmitted' : 'Resubmit for Approval'}
    </Button>
  );
}
