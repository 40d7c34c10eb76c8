import { Button, Typography } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Dialog } from '../../components/dialog';
import type { ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  resubmit: ImageActions['resubmit'];
  open: boolean;
  onClose: () => void;
}

/** What the client wants changed. */
export function RejectionFeedbackDialog({ image, resubmit, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title="Rejection Feedback"
      centered
      destroyOnHidden
      styles={{ body: { maxHeight: 'calc(100dvh - 180px)', overflow: 'hidden auto' } }}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="primary"
            loading={resubmit.isPending}
            onClick={() => resubmit.mutate(undefined, { onSuccess: onClose })}
          >
            Resubmit for Approval
          </Button>
        </>
      }
    >
      <Typography.Paragraph type="secondary">{image.title || image.fileName}</Typography.Paragraph>
      <Typography.Paragraph
        // Reachable by keyboard, so that long feedback can be scrolled with its keys.
        tabIndex={0}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginBottom: 0 }}
      >
        {image.feedback || 'The client left no feedback.'}
      </Typography.Paragraph>
    </Dialog>
  );
}
