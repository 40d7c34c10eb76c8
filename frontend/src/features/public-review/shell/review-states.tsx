import type { ReactNode } from 'react';
import { HttpError, reasonOf } from '../../../lib/http';
import { Button } from './card';
import { Icon, type IconName } from './icon';
import styles from './shell.module.css';

interface ReviewStatesProps {
  error: Error | null;
  onRetry: () => void;
  icon: IconName;
  /** Shown instead of the page when there is no such link. */
  missing: ReactNode;
  /** The shape of the content, while that is on its way. */
  skeleton: ReactNode;
  /** The loaded page; nothing before it is loaded. */
  children: ReactNode;
}

/** A page that is being loaded, could not be loaded, does not exist, or is there. */
export function ReviewStates({ error, onRetry, icon, missing, skeleton, children }: ReviewStatesProps) {
  if (isMissing(error)) return <main className={styles.main}>{missing}</main>;
  if (children) return children;
  if (!error) return <ReviewSkeleton>{skeleton}</ReviewSkeleton>;
  return (
    <main className={styles.main}>
      <ReviewLoadFailed icon={icon} error={error} onRetry={onRetry} />
    </main>
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
        <div className={styles.bar}>
          <span className={`${styles.logo} ${styles.skeleton}`} style={{ height: 36 }} />
          <SkeletonLine width="min(40%, 280px)" height={20} />
        </div>
        <div className={styles.progress} />
      </div>
      <main className={styles.main}>
        <output className={styles.loading}>Loading...</output>
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
    <div className={styles.message}>
      <Icon name={icon} size={48} />
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Shows why a page could not be loaded, with a button to retry. */
export function ReviewLoadFailed({ icon, error, onRetry }: Pick<ReviewStatesProps, 'icon' | 'error' | 'onRetry'>) {
  return (
    <ReviewMessage icon={icon} title="This page could not be loaded">
      <p>{reasonOf(error)}</p>
      <Button look="brand" onClick={onRetry}>
        Try again
      </Button>
    </ReviewMessage>
  );
}
