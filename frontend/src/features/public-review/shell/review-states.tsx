import { DEFAULT_BRAND_NAME, PREVIEW_DEFAULT_COLOR, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { ReviewAgency } from '@gmb-moments/backend/contract/review';
import type { ReactNode } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { HttpError } from '../../../lib/http';
import { Button } from './card';
import { Icon, type IconName } from './icon';
import { BrandLogo, ReviewShell } from './review-shell';
import styles from './shell.module.css';

/** Icon, default colour and width of a page, by what its link opens. */
const KINDS = {
  moment: { icon: 'picture', color: REVIEW_DEFAULT_COLOR, width: 1240, missing: undefined },
  optimization: { icon: 'shop', color: PREVIEW_DEFAULT_COLOR, width: 1080, missing: `frame ${styles.missing}` },
  link: { icon: 'picture', color: REVIEW_DEFAULT_COLOR, width: 720, missing: undefined },
} as const;

interface ReviewPageProps {
  kind: keyof typeof KINDS;
  /** Title of the browser tab; the brand's name by default. */
  title?: string | undefined;
  /** The agency's brand; `undefined` until it is loaded. */
  brand: ReviewAgency | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Shown while the content loads. */
  skeleton: ReactNode;
  /** The content; falsy until it is loaded. */
  children: ReactNode;
}

/** The page of a public link in each of its states: loading, failed, closed, missing, loaded. */
export function ReviewPage({ kind, title, brand, ...content }: ReviewPageProps) {
  const { color, width } = KINDS[kind];
  return (
    <ReviewShell title={title ?? brand?.name ?? DEFAULT_BRAND_NAME} color={brand?.primaryColor ?? color} width={width}>
      <Content kind={kind} brand={brand} {...content} />
    </ReviewShell>
  );
}

function Content({ kind, brand, error, onRetry, skeleton, children }: Omit<ReviewPageProps, 'title'>) {
  const t = useTranslator();
  const { icon, missing } = KINDS[kind];
  const closed = closedBy(error);
  if (closed) return <ClosedLink isExpired={closed === 'LINK_EXPIRED'} brand={brand} />;
  if (isMissing(error)) {
    return (
      <main className={styles.main}>
        <div className={missing}>
          <ReviewMessage icon={icon} title={t.text(`${kind}.missing`)}>
            <p>{t.text(`${kind}.missingText`)}</p>
          </ReviewMessage>
        </div>
      </main>
    );
  }
  if (children) return children;
  if (!error) return <ReviewSkeleton>{skeleton}</ReviewSkeleton>;
  return (
    <main className={styles.main}>
      <ReviewLoadFailed icon={icon} error={error} onRetry={onRetry} />
    </main>
  );
}

/** The error's code if it says that the link is closed or expired; otherwise `null`. */
export function closedBy(error: Error | null): 'LINK_CLOSED' | 'LINK_EXPIRED' | null {
  const code = error instanceof HttpError ? error.code : undefined;
  return code === 'LINK_CLOSED' || code === 'LINK_EXPIRED' ? code : null;
}

/** The page of a link that staff closed, or that has expired. */
export function ClosedLink({ isExpired, brand }: Pick<ReviewPageProps, 'brand'> & { isExpired: boolean }) {
  const t = useTranslator();
  return (
    <UnavailableLink icon="clock" title={t.text(isExpired ? 'link.expired' : 'link.closed')} brand={brand}>
      {brand ? t.text('link.askAgency', { agency: brand.name }) : t.text('link.askTeam')}
    </UnavailableLink>
  );
}

/** The page of a link that was locked after too many wrong passcodes. */
export function LockedLink({ brand }: { brand: NonNullable<ReviewPageProps['brand']> }) {
  const t = useTranslator();
  return (
    <UnavailableLink icon="lock" title={t.text('link.locked')} brand={brand}>
      {t.text('link.lockedText', { agency: brand.name })}
    </UnavailableLink>
  );
}

/** The message why a link does not open, with the agency's brand. */
function UnavailableLink({
  icon,
  title,
  brand,
  children,
}: Pick<ReviewPageProps, 'brand'> & { icon: IconName; title: string; children: string }) {
  return (
    <>
      {brand && (
        <header className={styles.header}>
          <div className={`row wide gap-14 ${styles.bar}`}>
            <BrandLogo url={brand.logoUrl} alt="" placeholder={null} />
            <span className={`clamp anywhere no-shrink strong ${styles.agency}`}>{brand.name}</span>
          </div>
        </header>
      )}
      <main className={styles.main}>
        <ReviewMessage icon={icon} title={title}>
          <p>{children}</p>
        </ReviewMessage>
      </main>
    </>
  );
}

/** Whether a request failed because the link does not exist. */
export function isMissing(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** The page while its content loads, in its final layout. */
function ReviewSkeleton({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.header}>
        <div className={`row wide gap-14 ${styles.bar}`}>
          <span className={`${styles.logo} ${styles.skeleton} ${styles.logoSkeleton}`} />
          <SkeletonLine width="min(40%, 280px)" height={20} />
        </div>
        <div className={`row wide ${styles.progress}`} />
      </div>
      <main className={styles.main}>
        <output className={`muted block ${styles.loading}`}>{useTranslator().text('loading')}</output>
        <div aria-hidden="true">{children}</div>
      </main>
    </>
  );
}

/** Placeholder for a line of text. */
export function SkeletonLine({ width, height }: { width?: string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}

interface ReviewMessageProps {
  icon: IconName;
  title: string;
  /** The explanation, and possible actions. */
  children: ReactNode;
}

/** A message instead of content. */
export function ReviewMessage({ icon, title, children }: ReviewMessageProps) {
  return (
    <div className={`grid muted gap-10 ${styles.message}`}>
      <Icon name={icon} size={48} />
      <h1 className="ink">{title}</h1>
      {children}
    </div>
  );
}

interface ReviewLoadFailedProps {
  icon: IconName;
  error: Error;
  onRetry: () => void;
}

/** Why a page could not be loaded, with a button to retry. */
export function ReviewLoadFailed({ icon, error, onRetry }: ReviewLoadFailedProps) {
  const t = useTranslator();
  return (
    <ReviewMessage icon={icon} title={t.text('page.notLoaded')}>
      <p>{t.reasonOf(error)}</p>
      <Button variant="brand" onClick={onRetry}>
        {t.text('tryAgain')}
      </Button>
    </ReviewMessage>
  );
}
