import type { DeliveredPhotoView, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { openedInPortal, portalPath, reviewLink } from '../../../lib/review-link';
import { useTranslator } from '../../../lib/texts/translator';
import { MomentPage } from '../images/image-review-page';
import { deliveredQuery } from '../images/images.api';
import images from '../images/images.module.css';
import { Icon } from '../shell/icon';
import { BrandHeader, type ReviewHeaderProps } from '../shell/review-header';
import { ReviewMessage } from '../shell/review-states';
import shell from '../shell/shell.module.css';
import styles from './delivered.module.css';
import { DeliveredPhoto } from './delivered-photo';

/** The delivered photos of a moment, each with its version before; for reviewers with a link of their own. */
export function DeliveredPage({ link: momentId }: { link: string }) {
  return (
    <MomentPage id={momentId} query={deliveredQuery(momentId)}>
      {(view, photos, brand) => <Delivered view={view} photos={photos} brand={brand} />}
    </MomentPage>
  );
}

interface DeliveredProps {
  view: ReviewMomentView;
  photos: DeliveredPhotoView[];
  brand: ReviewHeaderProps['brand'];
}

function Delivered({ view: { moment, client }, photos, brand }: DeliveredProps) {
  const t = useTranslator();
  return (
    <>
      <BrandHeader title={moment.title} business={client.business} brand={brand} icon="picture" />
      <main className={shell.main}>
        <section className={`grid gap-16 ${shell.summary}`} aria-labelledby="delivered">
          <div>
            <h2 id="delivered">{t.text('delivered.title')}</h2>
            {photos.length > 0 && <p className="muted">{t.text('delivered.asApproved', { n: photos.length })}</p>}
            {moment.deliveredAt && (
              <p className="muted">{t.text('delivered.on', { day: t.date(moment.deliveredAt) })}</p>
            )}
          </div>
          <a
            className={`inline semibold gap-4 ${styles.back}`}
            href={portalPath(reviewLink() ?? '', openedInPortal() ?? undefined)}
          >
            <Icon name="previous" size={16} />
            {t.text('delivered.back')}
          </a>
        </section>
        {photos.length === 0 && (
          <ReviewMessage icon="picture" title={t.text('delivered.none')}>
            <p>{t.text('delivered.noneText')}</p>
          </ReviewMessage>
        )}
        <ol className={`stack gap-20 ${images.grid}`}>
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
