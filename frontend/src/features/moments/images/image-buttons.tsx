import { CheckIcon, EditIcon, ReplaceIcon, SendIcon } from '../../../ui/icons';
import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useRef, useState } from 'react';
import { Confirm } from '../../../ui/confirm';
import { ConfirmDelete } from '../../../ui/confirm-delete';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateButton } from '../captions/regenerate-caption-dialog';
import type { Rewriting } from '../captions/use-captions';
import { KEYS } from '../moment-keys';
import { withKey } from '../../../lib/keys';
import { ACCEPTED_TYPES } from './chosen-files';
import styles from './image-inspector.module.css';
import type { ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  actions: ImageActions;
  isBusy: boolean;
  onEdit: () => void;
  onRegenerate: (rewriting: Rewriting) => void;
}

/** What can be done to an image in its present state, apart from resubmitting it. */
export function ImageButtons({ image, actions, isBusy, onEdit, onRegenerate }: Props) {
  return (
    <div className={styles['buttons']}>
      <Tooltip text={withKey('Edit', KEYS.edit)}>
        <Button icon={<EditIcon />} aria-keyshortcuts="E" onClick={onEdit}>
          Edit
        </Button>
      </Tooltip>
      {image.status !== 'approved' && <RegenerateButton image={image} disabled={isBusy} onRegenerate={onRegenerate} />}
      <ReplaceButton image={image} isBusy={isBusy} onFile={actions.replacement.replace} />
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

interface ReplaceProps {
  image: ImageView;
  isBusy: boolean;
  onFile: (file: File) => void;
}

function ReplaceButton({ image, isBusy, onFile }: ReplaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const browse = () => input.current?.click();
  return (
    <>
      <Button
        icon={<ReplaceIcon />}
        disabled={isBusy}
        onClick={image.status === 'approved' ? () => setAsking(true) : browse}
      >
        Replace Image
      </Button>
      {isAsking && (
        <Confirm
          title="The client approved this image."
          confirmText="Choose picture"
          onConfirm={browse}
          onClose={() => setAsking(false)}
        >
          Another picture sets it back to pending approval.
        </Confirm>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_TYPES}
        aria-label="Replacement image"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
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
      aria-keyshortcuts="R"
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
