import { CheckOutlined, EditOutlined, RedoOutlined, SendOutlined, SwapOutlined } from '../../components/icons';
import { Button, Flex, Popconfirm } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useRef } from 'react';
import { ConfirmDelete } from '../../components/confirm-delete';
import { ACCEPTED_TYPES } from './chosen-files';
import type { ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  actions: ImageActions;
  isBusy: boolean;
  /** It was resubmitted a moment ago. */
  isResubmitted: boolean;
  onEdit: () => void;
  onRegenerate: () => void;
}

/** Everything that can be done to an image in its present state. */
export function ImageButtons({ image, actions, isBusy, isResubmitted, onEdit, onRegenerate }: Props) {
  return (
    <Flex wrap gap="small" style={{ marginTop: 'auto' }}>
      {(image.status === 'rejected' || isResubmitted) && (
        <Button
          type="primary"
          block
          icon={isResubmitted ? <CheckOutlined /> : <SendOutlined />}
          loading={actions.resubmit.isPending}
          // It stays for a second click, which would otherwise hit what moves to its place.
          disabled={isBusy || isResubmitted}
          onClick={() => actions.resubmit.mutate()}
        >
          {isResubmitted ? 'Resubmitted' : 'Resubmit for Approval'}
        </Button>
      )}
      <Button icon={<EditOutlined />} onClick={onEdit}>
        Edit
      </Button>
      {image.status !== 'approved' && (
        <Button icon={<RedoOutlined />} disabled={isBusy} onClick={onRegenerate}>
          Regenerate
        </Button>
      )}
      <ReplaceButton image={image} isBusy={isBusy} onFile={actions.replacement.replace} />
      <span style={{ marginInlineStart: 'auto' }}>
        <ConfirmDelete
          label={`Delete ${image.title || image.fileName}`}
          title="Delete this image?"
          text="The image and its caption are deleted. This cannot be undone."
          onConfirm={() => actions.remove.mutateAsync()}
        />
      </span>
    </Flex>
  );
}

interface ReplaceProps {
  image: ImageView;
  isBusy: boolean;
  onFile: (file: File) => void;
}

function ReplaceButton({ image, isBusy, onFile }: ReplaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const browse = () => input.current?.click();
  const isApproved = image.status === 'approved';
  const button = (
    <Button icon={<SwapOutlined />} disabled={isBusy} onClick={isApproved ? undefined : browse}>
      Replace Image
    </Button>
  );
  return (
    <>
      {isApproved ? (
        <Popconfirm
          title="The client approved this image."
          description="Another picture sets it back to pending approval."
          okText="Choose picture"
          onConfirm={browse}
        >
          {button}
        </Popconfirm>
      ) : (
        button
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
