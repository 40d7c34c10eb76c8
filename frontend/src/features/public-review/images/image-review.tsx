import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { chunkQuery } from '../../../lib/chunk';
import { HttpError } from '../../../lib/http';
import { useSay, type Say } from '../../../lib/texts/say';
import { toast, type ToastAction } from '../../../lib/toast';
import { DeliveredNote } from '../shell/delivered-note';
import { Review, type CardOf, type FullViewProps } from '../shell/review';
import { ReviewMessage } from '../shell/review-states';
import type { Tally } from '../shell/reviewed';
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

const fullViewQuery = chunkQuery<ComponentType<FullViewProps<NumberedImage>>>(
  'full-view',
  async () => (await import('./full-size-dialog')).FullSizeDialog,
);

interface ImageReviewProps {
  view: ReviewMomentView;
  images: ReviewImageView[];
  brand: ReviewBranding['agency'] | undefined;
}

/** The loaded page of a moment. */
export function ImageReview({ view: { moment, client }, images, brand }: ImageReviewProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const items = numbered(images);
  const pending = items.filter(({ status }) => status === 'pending');
  useOpened(moment.id, reportOpened);
  return (
    <Review
      items={items}
      header={{
        title: moment.title,
        business: client.business || say.text('loading'),
        brand: { name: brand?.name || DEFAULT_BRAND_NAME, logoUrl: brand?.logoUrl ?? null },
        icon: 'picture',
      }}
      heading={say.text('moment.heading')}
      dueOn={moment.dueOn}
      top={moment.deliveredAt && <DeliveredNote at={moment.deliveredAt} />}
      kind="moment"
      approveAll={{
        items: pending,
        label: say.text('moment.approveAll'),
        note: () => extentOf(say, pending),
        className: styles.all,
      }}
      dialog={{
        title: say.text('image.reject'),
        textOf: () => say.text('image.rejectText'),
        Picture: Thumbnail,
        delayMs: DIALOG_OPENING_DELAY_MS,
        meanwhile: (image, asOpened) => meanwhile(say, image, asOpened),
        canSend: ({ status }) => status === 'pending',
      }}
      fullView={fullViewQuery}
      approve={approveImage}
      reject={rejectImage}
      undo={undoImageDecision}
      refresh={() => refreshImageReview(queryClient, moment.id)}
      draftOf={({ id }) => id}
      approved={say.text('image.approved')}
      outdated={{
        IMAGE_CHANGED: (name) => [say.text('image.changed'), say.text('image.changedText', { name })],
        IMAGE_NOT_PENDING: (name) => [say.text('review.alreadyDecided'), say.text('image.decidedText', { name })],
      }}
      failed={(error, decision) => [
        say.text('error'),
        tooFastOf(say, error) ?? withReason(say, say.text(`image.failed.${decision}`), [error]),
      ]}
      report={(tally, undo) => report(say, tally, undo)}
      isDone={moment.isDone}
      done={(note) => reportDone(moment.id, note)}
      Cards={ImageCards}
    />
  );
}

function ImageCards({ cards }: { cards: CardOf<NumberedImage>[] }) {
  const say = useSay();
  if (cards.length === 0)
    return (
      <ReviewMessage icon="picture" title={say.text('moment.empty')}>
        <p>{say.text('moment.emptyText')}</p>
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
  return <img src={image.thumbnailUrl} alt={`${image.name} ${altText(useSay(), image)}`} width={64} height={64} />;
}

/** What "approve all" is about, and which of it has no caption yet. */
function extentOf(say: Say, pending: NumberedImage[]): string {
  const bare = pending.filter(({ title, description }) => title === '' && description === '');
  const photos = say.text('photos', { n: pending.length });
  if (bare.length === 0) return photos;
  const names = say.list(bare.map(({ name }) => name));
  return say.text('moment.noCaption', { photos, names, n: bare.length });
}

function meanwhile(say: Say, image: NumberedImage, asOpened: NumberedImage): string {
  if (image.status !== 'pending') return say.text(`image.${image.status}Meanwhile`);
  return image.version === asOpened.version ? '' : say.text('image.changedMeanwhile');
}

function report(say: Say, { total, approved, failed }: Tally<NumberedImage>, undo: ToastAction): void {
  const errors = failed.map(({ error }) => error);
  const tooFast = errors.map((error) => tooFastOf(say, error)).find(Boolean);
  if (failed.length === 0) {
    toast.success(say.text('review.allApproved'), say.text('moment.approvedAll', { n: total }), undo);
  } else if (approved.length === 0) {
    toast.error(say.text('error'), tooFast ?? withReason(say, say.text('moment.approvedNone'), errors));
  } else {
    const counts = say.text('moment.approvedSome', { done: approved.length, total, failed: failed.length });
    toast.error(say.text('moment.partly'), tooFast ? `${counts}\n${tooFast}` : counts);
  }
}

/** The sentence with the reason on a line of its own, where there is one reason for all. */
function withReason(say: Say, sentence: string, errors: Error[]): string {
  const reasons = [...new Set(errors.map((error) => say.reasonOf(error)))];
  return reasons.length === 1 ? `${sentence}\n${reasons[0]}` : sentence;
}

/** The server's sentence where it takes no more decisions for now: it says when to go on. */
function tooFastOf(say: Say, error: Error): string | undefined {
  return error instanceof HttpError && error.status === 429 ? say.reasonOf(error) : undefined;
}
