import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { chunkQuery } from '../../../lib/chunk';
import { pathOf } from '../../../lib/query-client';
import { deliveredPath, openedInPortal, reviewLink } from '../../../lib/review-link';
import { useSay, type Say } from '../../../lib/texts/say';
import { toast, type ToastAction } from '../../../lib/toast';
import { Icon } from '../shell/icon';
import { Review, type CardOf, type FullViewProps } from '../shell/review';
import type { ReviewHeaderProps } from '../shell/review-header';
import { ReviewMessage } from '../shell/review-states';
import { takesNoMore, type Tally } from '../shell/reviewed';
import shell from '../shell/shell.module.css';
import { altText, ImageCard } from './image-card';
import { approveImage, refreshImageReview, rejectImage, reviewMomentQuery, undoImageDecision } from './images.api';
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
  brand: ReviewHeaderProps['brand'];
}

/** The loaded page of a moment. */
export function ImageReview({ view: { moment, client }, images, brand }: ImageReviewProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const items = numbered(images);
  const pending = items.filter(({ status }) => status === 'pending');
  return (
    <Review
      kind="moment"
      path={pathOf(reviewMomentQuery(moment.id).queryKey)}
      round={moment}
      items={items}
      header={{
        title: moment.title,
        business: client.business || say.text('loading'),
        brand,
        icon: 'picture',
      }}
      top={moment.deliveredAt && <DeliveredNote at={moment.deliveredAt} />}
      approveAll={{
        items: pending,
        label: say.text('moment.approveAll'),
        note: extentOf(say, pending),
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
      failed={(error, decision) => [
        say.text('error'),
        takesNoMore(error) ? say.reasonOf(error) : withReason(say, say.text(`image.failed.${decision}`), [error]),
      ]}
      report={(tally, undo) => report(say, tally, undo)}
      Cards={ImageCards}
    />
  );
}

/** On the page of a reviewer's own link: when the moment was delivered last, and the way to what was. */
function DeliveredNote({ at }: { at: string }) {
  const say = useSay();
  const token = reviewLink();
  if (!token) return null;
  return (
    <p className={`row wrap ${shell.delivered}`}>
      <Icon name="checks" />
      <strong>{say.text('delivered.on', { day: say.date(at) })}</strong>
      <a href={deliveredPath(token, openedInPortal() ?? undefined)}>{say.text('delivered.see')}</a>
    </p>
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
    <ol className={`stack gap-20 ${styles.grid}`}>
      {cards.map(({ item, ...card }, index) => (
        <li key={item.id}>
          <ImageCard image={item} isFirst={index === 0} {...card} />
        </li>
      ))}
    </ol>
  );
}

function Thumbnail({ item: image }: { item: NumberedImage }) {
  const say = useSay();
  return (
    <img
      className={`rigid sunken tiny ${styles.thumbnail}`}
      src={image.thumbnailUrl}
      alt={`${image.name} ${altText(say, image)}`}
      width={64}
      height={64}
    />
  );
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
  const [tooFast] = errors.filter(takesNoMore).map((error) => say.reasonOf(error));
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
