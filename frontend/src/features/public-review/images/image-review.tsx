import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { Review, type CardOf } from '../shell/review';
import { ReviewMessage } from '../shell/review-states';
import type { Decision, Tally } from '../shell/reviewed';
import { useOpened } from '../shell/session';
import { altText, ImageCard } from './image-card';
import {
  approveImage,
  refreshImageReview,
  rejectImage,
  reportDone,
  reportOpened,
  undoImageDecision,
} from './images.api';
import styles from './images.module.css';
import { numbered, type NumberedImage } from './numbered-image';

const DIALOG_OPENING_DELAY_MS = 200;

interface ImageReviewProps {
  view: ReviewMomentView;
  images: ReviewImageView[];
  brand: ReviewBranding['agency'] | undefined;
}

/** The loaded page of a moment. */
export function ImageReview({ view: { moment, client }, images, brand }: ImageReviewProps) {
  const queryClient = useQueryClient();
  const items = numbered(images);
  const pending = items.filter(({ status }) => status === 'pending');
  useOpened(moment.id, reportOpened);
  return (
    <Review
      items={items}
      header={{
        title: moment.title,
        business: client.business || 'Loading...',
        brand: { name: brand?.name || DEFAULT_BRAND_NAME, logoUrl: brand?.logoUrl ?? null },
        icon: 'picture',
      }}
      heading="Review & Approve Content"
      dueOn={moment.dueOn}
      noun="image"
      revised="images"
      allApproved="You approved everything. There is nothing left to do; you can close this page."
      approveAll={{
        items: pending,
        label: 'Approve All Pending',
        note: () => extentOf(pending),
        className: styles.all,
      }}
      dialog={{
        title: 'Reject Image',
        textOf: () => 'Please provide feedback on what needs to be changed',
        Picture: Thumbnail,
        delayMs: DIALOG_OPENING_DELAY_MS,
        meanwhile,
        canSend: ({ status }) => status === 'pending',
      }}
      loadFullView={() => import('./full-size-dialog').then((it) => it.FullSizeDialog)}
      approve={approveImage}
      reject={rejectImage}
      undo={undoImageDecision}
      refresh={() => refreshImageReview(queryClient, moment.id)}
      draftOf={({ id }) => id}
      approved="Image approved successfully"
      outdated={OUTDATED}
      failed={(error, decision) => ['Error', tooFastOf(error) ?? withReason(FAILED[decision], [error])]}
      report={report}
      isDone={moment.isDone}
      done={(note) => reportDone(moment.id, note)}
      Cards={ImageCards}
    />
  );
}

function ImageCards({ cards }: { cards: CardOf<NumberedImage>[] }) {
  if (cards.length === 0)
    return (
      <ReviewMessage icon="picture" title="No images yet">
        <p>The team is still preparing them. They appear here by themselves.</p>
      </ReviewMessage>
    );
  return (
    <ol className={styles.grid}>
      {cards.map(({ item, ...card }, index) => (
        <li key={item.id}>
          <ImageCard image={item} isFirst={index === 0} {...card} />
        </li>
      ))}
    </ol>
  );
}

function Thumbnail({ item: image }: { item: NumberedImage }) {
  return <img src={image.thumbnailUrl} alt={`${image.name} ${altText(image)}`} width={64} height={64} />;
}

/** What "approve all" is about, and which of it has no caption yet. */
function extentOf(pending: NumberedImage[]): string {
  const bare = pending.filter(({ title, description }) => title === '' && description === '');
  const photos = pending.length === 1 ? '1 photo' : `${pending.length} photos`;
  if (bare.length === 0) return photos;
  const names = new Intl.ListFormat('en').format(bare.map(({ name }) => name));
  return `${photos}; ${names} ${bare.length === 1 ? 'has' : 'have'} no caption yet`;
}

function meanwhile(image: NumberedImage, asOpened: NumberedImage): string {
  if (image.status !== 'pending') return `This image was ${image.status} in the meantime.`;
  if (image.version === asOpened.version) return '';
  return 'The team has changed this image in the meantime. Your feedback goes to the new version.';
}

const OUTDATED = {
  IMAGE_CHANGED: (name: string): [string, string] => [
    'Image changed',
    `Image ${name} was changed. Please look at the new version, then decide again.`,
  ],
  IMAGE_NOT_PENDING: (name: string): [string, string] => [
    'Already decided',
    `Somebody else has already decided on image ${name}.`,
  ],
};

const FAILED: Record<Decision, string> = {
  approve: 'Failed to approve image',
  reject: 'Failed to submit feedback',
  'approve all': 'Failed to approve images. Please try again.',
  undo: 'Failed to undo the decision',
};

function report({ total, approved, failed }: Tally<NumberedImage>, undo: ToastAction): void {
  const errors = failed.map(({ error }) => error);
  const tooFast = errors.map(tooFastOf).find(Boolean);
  if (failed.length === 0) toast.success('All Approved', `Successfully approved ${total} image(s)`, undo);
  else if (approved.length === 0) {
    toast.error('Error', tooFast ?? withReason('Failed to approve all images. Please try again.', errors));
  } else {
    const counts = `Approved ${approved.length} of ${total} images. ${failed.length} failed.`;
    toast.error('Partially Approved', tooFast ? `${counts}\n${tooFast}` : counts);
  }
}

/** The sentence with the reason on a line of its own, where there is one reason for all. */
function withReason(sentence: string, errors: Error[]): string {
  const reasons = [...new Set(errors.map(reasonOf))];
  return reasons.length === 1 ? `${sentence}\n${reasons[0]}` : sentence;
}

/** The server's sentence where it takes no more decisions for now: it says when to go on. */
function tooFastOf(error: Error): string | undefined {
  return error instanceof HttpError && error.status === 429 ? error.reason : undefined;
}
