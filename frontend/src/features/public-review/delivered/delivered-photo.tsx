import { SHOWN_TEXTS } from '@gmb-moments/backend/contract/image-fields';
import type { DeliveredPhotoView } from '@gmb-moments/backend/contract/review';
import { useTranslator } from '../../../lib/texts/translator';
import { ComparedImage } from '../../../ui/comparison/compared-image';
import { altText, ImageCaption } from '../images/image-card';
import images from '../images/images.module.css';
import { Feedback, StatusBadge } from '../shell/card';
import card from '../shell/card.module.css';
import styles from './delivered.module.css';

interface DeliveredPhotoProps {
  photo: DeliveredPhotoView;
  /** When the moment was delivered last, as the page's heading says. */
  deliveredAt: string | null;
  /** Whether it is the first photo of the page, which is loaded with priority. */
  isFirst: boolean;
}

/** A delivered photo with its texts, who approved it, and its version before. */
export function DeliveredPhoto({ photo, deliveredAt, isFirst }: DeliveredPhotoProps) {
  const { number, before, approvedBy, approvedAt, previewUrl, width, height } = photo;
  const t = useTranslator();
  const name = altText(t, photo);
  const day = approvedAt && t.date(approvedAt);
  // The page's heading has the day of the last delivery; other days are shown with the photo.
  const isOtherDay = photo.deliveredAt && deliveredAt && t.date(photo.deliveredAt) !== t.date(deliveredAt);
  return (
    <article className={`${card.card} ${images.card}`} aria-label={t.text('image.label', { n: number, name })}>
      <div className={`relative sunken ${images.frame}`}>
        <a
          className={`block wide ${images.picture}`}
          href={previewUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={t.text('image.fullSize', { name })}
        >
          <img src={previewUrl} alt={name} width={width} height={height} loading={isFirst ? 'eager' : 'lazy'} />
        </a>
        <span className={`small numbers ${images.number}`}>#{number}</span>
        <StatusBadge status="approved" label={t.text('status.approved')} />
      </div>
      <div className={`grid fill gap-12 ${images.caption}`}>
        <ImageCaption texts={photo} />
        <p className={`muted anywhere ${styles.who}`}>
          {day &&
            (approvedBy
              ? t.text('delivered.approvedBy', { name: approvedBy, day })
              : t.text('delivered.approvedOn', { day }))}
          {isOtherDay && <span className="block">{t.text('delivered.on', { day: t.date(photo.deliveredAt!) })}</span>}
        </p>
        {before && (
          <div className={`grid ruled gap-12 ${styles.before}`}>
            {before.feedback && <Feedback item={{ status: 'pending', feedback: before.feedback, reply: '' }} />}
            {SHOWN_TEXTS.some((text) => before[text] !== photo[text]) && (
              <ComparedImage before={{ ...photo, ...before }} now={photo} />
            )}
          </div>
        )}
      </div>
    </article>
  );
}
