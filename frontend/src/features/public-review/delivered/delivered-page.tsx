import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { DeliveredPhotoView, ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQuery } from '@tanstack/react-query';
import { openedInPortal, portalPath, reviewLink } from '../../../lib/review-link';
import { useSay } from '../../../lib/texts/say';
import { ImageCardSkeletons } from '../images/image-card';
import { deliveredQuery, reviewBrandingQuery, reviewMomentQuery } from '../images/images.api';
import images from '../images/images.module.css';
import { Icon } from '../shell/icon';
import { useVisitorLive } from '../shell/review.live';
import { BrandBar } from '../shell/review-header';
import { ReviewShell } from '../shell/review-shell';
import { ReviewMessage, ReviewStates } from '../shell/review-states';
import shell from '../shell/shell.module.css';
import styles from './delivered.module.css';
import { DeliveredPhoto } from './delivered-photo';

/** What of a moment was approved and delivered, before and after; for the holder of a reviewer's own link. */
export function DeliveredPage({ link: momentId }: { link: string }) {
  const say = useSay();
  useVisitorLive('momentId', momentId);
  const moment = useQuery(reviewMomentQuery(momentId));
  const photos = useQuery(deliveredQuery(momentId));
  const branding = useQuery(reviewBrandingQuery(momentId));
  const brand = branding.data?.agency;
  const missing = (
    <ReviewMessage icon="picture" title={say.text('moment.missing')}>
      <p>{say.text('moment.missingText')}</p>
    </ReviewMessage>
  );
  return (
    <ReviewShell
      title={moment.data?.moment.title ?? brand?.name ?? DEFAULT_BRAND_NAME}
      color={brand?.primaryColor ?? REVIEW_DEFAULT_COLOR}
    >
      <ReviewStates
        icon="picture"
        error={moment.error ?? photos.error}
        onRetry={() => void Promise.all([moment.refetch(), photos.refetch(), branding.refetch()])}
        missing={missing}
        brand={brand}
        skeleton={<ImageCardSkeletons />}
      >
        {moment.data && photos.data && !branding.isPending && (
          <Delivered view={moment.data} photos={photos.data} brand={brand} />
        )}
      </ReviewStates>
    </ReviewShell>
  );
}

interface DeliveredProps {
  view: ReviewMomentView;
  photos: DeliveredPhotoView[];
  brand: ReviewBranding['agency'] | undefined;
}

function Delivered({ view: { moment, client }, photos, brand }: DeliveredProps) {
  const say = useSay();
  return (
    <>
      <header className={shell.header}>
        <BrandBar
          title={moment.title}
          business={client.business}
          brand={{ name: brand?.name || DEFAULT_BRAND_NAME, logoUrl: brand?.logoUrl ?? null }}
          icon="picture"
        />
      </header>
      <main className={shell.main}>
        <section className={`grid gap-16 ${shell.summary}`} aria-labelledby="delivered">
          <div>
            <h2 id="delivered">{say.text('delivered.title')}</h2>
            {photos.length > 0 && <p>{say.text('delivered.asApproved', { n: photos.length })}</p>}
            {moment.deliveredAt && (
              <p className="muted">{say.text('delivered.on', { day: say.date(moment.deliveredAt) })}</p>
            )}
          </div>
          <a
            className={`inline semibold gap-4 ${styles.back}`}
            href={portalPath(reviewLink() ?? '', openedInPortal() ?? undefined)}
          >
            <Icon name="previous" size={16} />
            {say.text('delivered.back')}
          </a>
        </section>
        {photos.length === 0 && (
          <ReviewMessage icon="picture" title={say.text('delivered.none')}>
            <p>{say.text('delivered.noneText')}</p>
          </ReviewMessage>
        )}
        <ol className={images.grid}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <DeliveredPhoto photo={photo} deliveredAt={moment.deliveredAt} isFirst={index === 0} />
            </li>
          ))}
        </ol>
      </main>
    </>
  );
}
