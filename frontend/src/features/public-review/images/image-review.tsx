import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { chunkQuery } from '../../../lib/chunk';
import { pathOf } from '../../../lib/query-client';
import { deliveredPath, openedInPortal, reviewLink } from '../../../lib/review-link';
import { useTranslator, type Translator } from '../../../lib/texts/translator';
import { toast, type ToastAction } from '../../../lib/toast';
import { Icon } from '../shell/icon';
import { ReviewContent, type ItemCardProps, type FullViewProps } from '../shell/review';
import type { ReviewHeaderProps } from '../shell/review-header';
import { ReviewMessage } from '../shell/review-states';
import { isLinkThrottled, type ApproveAllResult } from '../shell/review-item';
import shell from '../shell/shell.module.css';
import { altText, ImageCard } from './image-card';
import { approveImage, refreshImageReview, rejectImage, reviewMomentQuery, undoImageDecision } from './images.api';
import styles from './images.module.css';
import { numberImages, type NumberedImage } from './numbered-image';

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

/** The content of a moment's public page, once it is loaded. */
export function ImageReview({ view: { moment, client }, images, brand }: ImageReviewProps) {
  const t = useTranslator();
  const queryClient = useQueryClient();
  const items = numberImages(images);
  const pending = items.filter(({ status }) => status === 'pending');
  return (
    <ReviewContent
      kind="moment"
      path={pathOf(reviewMomentQuery(moment.id).queryKey)}
      round={moment}
      items={items}
      header={{
        title: moment.title,
        business: client.business || t.text('loading'),
        brand,
        icon: 'picture',
      }}
      top={moment.deliveredAt && <DeliveredNote at={moment.deliveredAt} />}
      approveAll={{
        items: pending,
        label: t.text('moment.approveAll'),
        note: approveAllNote(t, pending),
      }}
      dialog={{
        title: t.text('image.reject'),
        textOf: () => t.text('image.rejectText'),
        Picture: Thumbnail,
        delayMs: DIALOG_OPENING_DELAY_MS,
        changeSinceOpened: (image, asOpened) => meanwhile(t, image, asOpened),
        canSend: ({ status }) => status === 'pending',
      }}
      fullView={fullViewQuery}
      approve={approveImage}
      reject={rejectImage}
      undo={undoImageDecision}
      refresh={() => refreshImageReview(queryClient, moment.id)}
      draftNameOf={({ id }) => id}
      approved={t.text('image.approved')}
      failed={(error, decision) => [
        t.text('error'),
        isLinkThrottled(error) ? t.reasonOf(error) : withReason(t, t.text(`image.failed.${decision}`), [error]),
      ]}
      report={(tally, undo) => toastApproveAllResult(t, tally, undo)}
      Cards={ImageCards}
    />
  );
}

/** On pages behind a reviewer's own link: when the moment was delivered last, and a link to the delivered photos. */
function DeliveredNote({ at }: { at: string }) {
  const t = useTranslator();
  const token = reviewLink();
  if (!token) return null;
  return (
    <p className={`row wrap ${shell.delivered}`}>
      <Icon name="checks" />
      <strong>{t.text('delivered.on', { day: t.date(at) })}</strong>
      <a href={deliveredPath(token, openedInPortal() ?? undefined)}>{t.text('delivered.see')}</a>
    </p>
  );
}

function ImageCards({ cards }: { cards: ItemCardProps<NumberedImage>[] }) {
  const t = useTranslator();
  if (cards.length === 0)
    return (
      <ReviewMessage icon="picture" title={t.text('moment.empty')}>
        <p>{t.text('moment.emptyText')}</p>
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
  const t = useTranslator();
  return (
    <img
      className={`no-shrink sunken tiny ${styles.thumbnail}`}
      src={image.thumbnailUrl}
      alt={`${image.name} ${altText(t, image)}`}
      width={64}
      height={64}
    />
  );
}

/** The note below "approve all": how many photos it approves, and which of them have no caption. */
function approveAllNote(t: Translator, pending: NumberedImage[]): string {
  const bare = pending.filter(({ title, description }) => title === '' && description === '');
  const photos = t.text('photos', { n: pending.length });
  if (bare.length === 0) return photos;
  const names = t.list(bare.map(({ name }) => name));
  return t.text('moment.noCaption', { photos, names, n: bare.length });
}

function meanwhile(t: Translator, image: NumberedImage, asOpened: NumberedImage): string {
  if (image.status !== 'pending') return t.text(`image.${image.status}Meanwhile`);
  return image.version === asOpened.version ? '' : t.text('image.changedMeanwhile');
}

function toastApproveAllResult(
  t: Translator,
  { total, approved, failed }: ApproveAllResult<NumberedImage>,
  undo: ToastAction,
): void {
  const errors = failed.map(({ error }) => error);
  const [tooFast] = errors.filter(isLinkThrottled).map((error) => t.reasonOf(error));
  if (failed.length === 0) {
    toast.success(t.text('review.allApproved'), t.text('moment.approvedAll', { n: total }), undo);
  } else if (approved.length === 0) {
    toast.error(t.text('error'), tooFast ?? withReason(t, t.text('moment.approvedNone'), errors));
  } else {
    const counts = t.text('moment.approvedSome', { done: approved.length, total, failed: failed.length });
    toast.error(t.text('moment.partly'), tooFast ? `${counts}\n${tooFast}` : counts);
  }
}

/** The sentence, with the reason on a second line if all errors have the same one. */
function withReason(t: Translator, sentence: string, errors: Error[]): string {
  const reasons = [...new Set(errors.map((error) => t.reasonOf(error)))];
  return reasons.length === 1 ? `${sentence}\n${reasons[0]}` : sentence;
}
