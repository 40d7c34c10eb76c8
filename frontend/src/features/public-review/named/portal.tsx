import type { PortalItem, ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { useTranslator } from '../../../lib/texts/translator';
import { deliveredPath, portalPath } from '../../../lib/review-link';
import { DueLine } from '../shell/due-line';
import { Icon } from '../shell/icon';
import { BrandHeader } from '../shell/review-header';
import { ReviewMessage } from '../shell/review-states';
import { useReportOpened } from '../shell/visit';
import shell from '../shell/shell.module.css';
import styles from './named.module.css';

type PortalView = Extract<ReviewLinkView, { opens: 'portal' }>;

/** The list of all reviews that were shared with a client: first the undecided ones, then the decided ones. */
export function Portal({ view, token }: { view: PortalView; token: string }) {
  const { items, client, branding, reviewer } = view;
  const t = useTranslator();
  useReportOpened('/api/review-link');
  const waiting = items.filter(({ decided, total }) => decided < total);
  const decided = items.filter((item) => !waiting.includes(item));
  return (
    <>
      <BrandHeader title={client.business} business={reviewer.name} brand={branding} icon="shop" />
      <main className={shell.main}>
        {items.length === 0 && (
          <ReviewMessage icon="check" title={t.text('portal.empty')}>
            <p>{t.text('portal.emptyText', { agency: branding.name })}</p>
          </ReviewMessage>
        )}
        <Items title={t.text('portal.waiting', { n: waiting.length })} items={waiting} token={token} />
        <Items title={t.text('portal.decided')} items={decided} token={token} />
      </main>
    </>
  );
}

const PROGRESS = { moment: 'portal.photos', optimization: 'portal.sections' } as const;

function Items({ title, items, token }: { title: string; items: PortalItem[]; token: string }) {
  const t = useTranslator();
  if (items.length === 0) return null;
  return (
    <section className={styles.items} aria-label={title}>
      <h2 className="semibold">{title}</h2>
      <ul className="frame divided">
        {items.map((item) => (
          <li key={item.id}>
            <a
              className="row ink gap-16"
              href={isDelivered(item) ? deliveredPath(token, item) : portalPath(token, item)}
            >
              {item.coverUrl ? (
                <img src={item.coverUrl} alt="" width={64} height={48} />
              ) : (
                <span className={`centered sunken ${styles.noCover}`}>
                  <Icon name={item.kind === 'moment' ? 'picture' : 'shop'} />
                </span>
              )}
              <span className={`grow grid anywhere ${styles.words}`}>
                <strong>
                  <bdi>{item.title}</bdi>
                </strong>
                <span>{t.text(PROGRESS[item.kind], { decided: item.decided, n: item.total })}</span>
                {item.deliveredAt && <span>{t.text('delivered.on', { day: t.date(item.deliveredAt) })}</span>}
                {item.dueOn && item.decided < item.total && (
                  <span>
                    <DueLine dueOn={item.dueOn} />
                  </span>
                )}
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a review is decided completely, and something of it was delivered. */
function isDelivered({ deliveredAt, decided, total }: PortalItem): boolean {
  return deliveredAt !== null && decided === total;
}
