import type { ReviewAgency } from '@gmb-moments/backend/contract/review';
import type { ReactNode } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { openedInPortal, portalPath, reviewLink } from '../../../lib/review-link';
import { useConnection } from '../../../lib/socket';
import { ToastSlot } from '../../../ui/toasts';
import { Button } from './card';
import { Icon, type IconName } from './icon';
import { BrandLogo } from './review-shell';
import styles from './shell.module.css';

export interface ReviewHeaderProps {
  title: string;
  business: string;
  brand: Pick<ReviewAgency, 'name' | 'logoUrl'>;
  /** Shown if the agency has no logo. */
  icon: IconName;
}

/** The header of a review page: titles, brand and progress. On a phone, only the progress stays in view. */
export function ReviewHeader({ header, ...progress }: ProgressProps & { header: ReviewHeaderProps }) {
  return (
    <BrandHeader {...header}>
      <div className={`row wide gap-14 ${styles.progress}`}>
        <Connection />
        {progress.total > 0 && <Progress {...progress} />}
        <ToastSlot place="over" />
      </div>
    </BrandHeader>
  );
}

/** Titles and brand; within a portal, with a link back to its list. */
export function BrandHeader({ title, business, brand, icon, children }: ReviewHeaderProps & { children?: ReactNode }) {
  const t = useTranslator();
  const placeholder = (
    <span className={`${styles.logo} centered ${styles.noLogo}`}>
      <Icon name={icon} />
    </span>
  );
  const token = reviewLink();
  return (
    <header className={styles.header}>
      <div className={`row wide gap-14 ${styles.bar}`}>
        {token && openedInPortal() && (
          <a className={`centered ink ${styles.back}`} href={portalPath(token)} aria-label={t.text('portal.back')}>
            <Icon name="previous" />
          </a>
        )}
        <BrandLogo url={brand.logoUrl} alt={t.text('logo', { name: brand.name })} placeholder={placeholder} />
        <div className={`grow ${styles.titles}`}>
          <h1 className="clamp anywhere">
            <bdi>{title}</bdi>
          </h1>
          <p className="clamp anywhere muted">
            <bdi>{business}</bdi>
          </p>
        </div>
        <span className={`clamp anywhere no-shrink strong ${styles.agency}`}>{brand.name}</span>
      </div>
      {children}
    </header>
  );
}

interface ProgressProps {
  total: number;
  /** Number of undecided items. */
  left: number;
  /** Accessible name of the progress bar. */
  label: string;
  /** Whether the page shows only undecided items. */
  isUndecidedOnly: boolean;
  onToggleUndecidedOnly: () => void;
}

function Progress({ total, left, label, isUndecidedOnly, onToggleUndecidedOnly }: ProgressProps) {
  const t = useTranslator();
  const decided = total - left;
  return (
    <>
      <p className="fill muted numbers nowrap" aria-live="polite" aria-atomic="true">
        {t.text('review.progress', { decided, total })}
      </p>
      <progress max={total} value={decided} aria-label={label} />
      {left > 0 && (
        <Button className={`numbers ${styles.left}`} onClick={onToggleUndecidedOnly}>
          <Icon name="filter" size={16} />
          {isUndecidedOnly ? t.text('review.showAll', { n: total }) : t.text('review.showLeft', { n: left })}
        </Button>
      )}
    </>
  );
}

/** Shows when the live connection is interrupted, so that the page may be outdated. */
function Connection() {
  const t = useTranslator();
  const connection = useConnection();
  return (
    <output className="inline gap-6 nowrap pending" data-connection={connection}>
      {connection === 'reconnecting' && t.text('page.reconnecting')}
    </output>
  );
}
