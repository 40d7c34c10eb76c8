import { DEFAULT_BRAND_NAME, PREVIEW_DEFAULT_COLOR, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { ReviewAgency } from '@gmb-moments/backend/contract/review';
import type { ReactNode } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { HttpError } from '../../../lib/http';
import { Button } from './card';
import { Icon, type IconName } from './icon';
import { BrandLogo, ReviewShell } from './review-shell';
import styles from './shell.module.css';

/** What a page looks like, by what its link leads to. */
const KINDS = {
  moment: { icon: 'picture', color: REVIEW_DEFAULT_COLOR, width: 1240, missing: undefined },
  optimization: { icon: 'shop', color: PREVIEW_DEFAULT_COLOR, width: 1080, missing: `frame ${styles.missing}` },
  link: { icon: 'picture', color: REVIEW_DEFAULT_COLOR, width: 720, missing: undefined },
} as const;

interface ReviewPageProps {
  kind: keyof typeof KINDS;
  /** Title of the browser's tab; the brand's name without it. */
  title?: string | undefined;
  /** The agency's, once it is known. */
  brand: ReviewAgency | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The shape of the content, while that is on its way. */
  skeleton: ReactNode;
  /** The loaded page; nothing before it is loaded. */
  children: ReactNode;
}

/** The page of a public link, which is being loaded, could not be loaded, is closed, does not exist, or is there. */
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

/** The code of an error that says that the link does not open now; `null` for others. */
export function closedBy(error: Error | null): 'LINK_CLOSED' | 'LINK_EXPIRED' | null {
  const code = error instanceof HttpError ? error.code : undefined;
  return code === 'LINK_CLOSED' || code === 'LINK_EXPIRED' ? code : null;
}

/** Stands for the page of a link that staff closed, or that has expired. */
export function ClosedLink({ isExpired, brand }: Pick<ReviewPageProps, 'brand'> & { isExpired: boolean }) {
  const t = useTranslator();
  return (
    <UnavailableLink icon="clock" title={t.text(isExpired ? 'link.expired' : 'link.closed')} brand={brand}>
      {brand ? t.text('link.askAgency', { agency: brand.name }) : t.text('link.askTeam')}
    </UnavailableLink>
  );
}

/** Stands for the page of a link that takes no passcode any more. */
export function LockedLink({ brand }: { brand: NonNullable<ReviewPageProps['brand']> }) {
  const t = useTranslator();
  return (
    <UnavailableLink icon="lock" title={t.text('link.locked')} brand={brand}>
      {t.text('link.lockedText', { agency: brand.name })}
    </UnavailableLink>
  );
}

/** Why a link does not open, below the brand. */
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
            <span className={`clamp anywhere rigid strong ${styles.agency}`}>{brand.name}</span>
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

/** Whether a read failed because the link leads nowhere. */
export function isMissing(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** The page's shape while its content is on the way, so that nothing jumps when it arrives. */
function ReviewSkeleton({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.header}>
        <div className={`row wide gap-14 ${styles.bar}`}>
          <span className={`${styles.logo} ${styles.skeleton}`} style={{ height: 36 }} />
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

/** Stands for a line of text that is on its way. */
export function SkeletonLine({ width, height }: { width?: string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}

interface ReviewMessageProps {
  icon: IconName;
  title: string;
  /** The explanation, and possible actions. */
  children: ReactNode;
}

/** Stands in for the page when there is nothing to review. */
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

/** Shows why a page could not be loaded, with a button to retry. */
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
