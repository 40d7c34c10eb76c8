import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { CheckIcon, CrossIcon, ExpandIcon } from './icons';
import { altText, CardPicture } from './picture';
import './review-card.css';

interface ReviewCardProps {
  image: ReviewImageView;
  number: number;
  /** Whether the buttons wait, because a decision is on its way. */
  deciding: { approve: 'ready' | 'waiting'; reject: 'ready' | 'waiting' };
  onOpen: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Id of an image's card, which receives the focus when its buttons are gone. */
export const cardId = (imageId: string) => `image-${imageId}`;

/** One image with its caption, and the decision on it. */
export function ReviewCard({ image, number, deciding, onOpen, onApprove, onReject }: ReviewCardProps) {
  const name = altText(image, number);
  return (
    <article
      id={cardId(image.id)}
      className={`review-card review-card-${image.status}`}
      tabIndex={-1}
      aria-label={`Image ${number}: ${name}`}
    >
      <div className="review-frame">
        <button type="button" className="review-picture" onClick={onOpen} aria-label={`View full size: ${name}`}>
          <CardPicture image={image} number={number} />
          <span className="review-expand">
            <ExpandIcon />
          </span>
        </button>
        <span className="review-number">#{number}</span>
        <StatusBadge image={image} />
      </div>
      <div className="review-caption">
        <dl>
          <dt>Title</dt>
          <dd>{image.title || '—'}</dd>
          <dt>Description</dt>
          <dd>{image.description || '—'}</dd>
        </dl>
        {image.status === 'rejected' && image.feedback && (
          <div className="review-feedback">
            <strong>Your feedback</strong>
            <p>{image.feedback}</p>
          </div>
        )}
      </div>
      {image.status === 'pending' && (
        <div className="review-actions">
          <button
            type="button"
            className="review-button review-button-reject"
            disabled={deciding.reject === 'waiting'}
            onClick={onReject}
          >
            <CrossIcon />
            Reject
          </button>
          <button
            type="button"
            className="review-button review-button-approve"
            disabled={deciding.approve === 'waiting'}
            onClick={onApprove}
          >
            <CheckIcon />
            Approve
          </button>
        </div>
      )}
    </article>
  );
}

function StatusBadge({ image }: { image: ReviewImageView }) {
  if (image.status === 'pending') return null;
  return (
    <span className={`review-badge review-badge-${image.status}`}>
      {image.status === 'approved' ? <CheckIcon size={14} /> : <CrossIcon size={14} />}
      {image.status === 'approved' ? 'Approved' : 'Rejected'}
    </span>
  );
}
