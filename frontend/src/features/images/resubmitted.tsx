import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { FeedbackNote } from './image-caption';
import type { ImageActions } from './use-image-actions';

/** Whether an image is as its resubmission left it: pending, one version further, and not edited since. */
export function isResubmission(before: ImageView, now: ImageView): boolean {
  return (
    before.status === 'rejected' &&
    now.status === 'pending' &&
    now.version === before.version + 1 &&
    now.captionRevision === before.captionRevision &&
    now.addressRevision === before.addressRevision
  );
}

interface Props {
  /** What the client had said. */
  feedback: string;
  undo: ImageActions['undoResubmit'];
}

/** Stands in the place of the client's feedback, as high as that, and offers to undo the resubmission. */
export function Resubmitted({ feedback, undo }: Props) {
  return (
    <FeedbackNote
      title="Resubmitted"
      feedback={feedback}
      action={
        <Button type="link" size="small" loading={undo.isPending} onClick={() => undo.mutate()} style={AS_HIGH_AS_TEXT}>
          Undo
        </Button>
      }
    />
  );
}

const AS_HIGH_AS_TEXT = { marginBlock: -4 };
