import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { FeedbackDialog } from './feedback-dialog';
import { altText } from './picture';
import { cardId } from './review-card';

interface RejectDialogProps {
  /** The image as it stands now; it may change or be decided while the reviewer writes. */
  image: ReviewImageView;
  number: number;
  /** The version the reviewer wanted to reject. */
  openedVersion: number;
  sending: 'yes' | 'no';
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/** Asks why an image is rejected. */
export function RejectDialog({ image, number, openedVersion, sending, onSubmit, onClose }: RejectDialogProps) {
  const ready = image.status === 'pending' ? 'ready' : 'refused';
  return (
    <FeedbackDialog
      title="Reject Image"
      text="Please provide feedback on what needs to be changed"
      picture={<img src={image.thumbnailUrl} alt={`#${number} ${altText(image, number)}`} width={64} height={64} />}
      draft={image.id}
      meanwhile={meanwhile(image, openedVersion)}
      state={sending === 'yes' ? 'sending' : ready}
      returnTo={cardId(image.id)}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}

/** What happened to the image since the dialog was opened, if anything. */
function meanwhile(image: ReviewImageView, openedVersion: number): string {
  if (image.status !== 'pending') return `This image was ${image.status} in the meantime.`;
  if (image.version !== openedVersion)
    return 'The team has changed this image in the meantime. Your feedback goes to the new version.';
  return '';
}
