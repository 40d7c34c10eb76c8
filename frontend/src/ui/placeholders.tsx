import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isNotFound, reasonOf } from '../lib/http';
import { AlertIcon, InboxIcon } from './icons';
import styles from './placeholders.module.css';

/** Components for content that is loading, could not be loaded, or does not exist. */

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Title of the failure: `The clients could not be loaded`. */
  failed: string;
  loading: ReactNode;
  /** Shown on a 404, even if older data is cached. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders a query's data, or `loading`, the failure with a Retry button, or `missing`. */
export function QueryView<Data>({ query, failed, loading, missing, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  if (missing && isNotFound(error)) return missing;
  if (data !== undefined) return children(data);
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} title={failed} />;
  return loading;
}

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  title: string;
}

/** Why something could not be loaded, with a button to retry. */
export function LoadFailed({ error, onRetry, title }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState isFailed text={title} hint={reasonOf(error)} action={<Button onClick={onRetry}>Try again</Button>} />
    </div>
  );
}

/** Skeletons; screen readers read `label` instead. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="progressbar" aria-busy="true" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

interface EmptyStateProps {
  text: ReactNode;
  /** An explanation in one sentence. */
  hint?: string | undefined;
  action?: ReactNode;
  /** Whether it shows a failure. */
  isFailed?: boolean;
}

/** A message that there is no data, with the next step. */
export function EmptyState({ text, hint, action, isFailed = false }: EmptyStateProps) {
  return (
    <div className={`row ${styles['empty']}`}>
      <span className={`centered ${isFailed ? 'soft-rejected' : 'faint surface-2 box'} ${styles['emptyIcon']}`}>
        {isFailed ? <AlertIcon size={20} /> : <InboxIcon size={20} />}
      </span>
      <div className="ink semibold">{text}</div>
      {hint && <div className={`muted anywhere ${styles['emptyHint']}`}>{hint}</div>}
      {action && <div className={styles['emptyAction']}>{action}</div>}
    </div>
  );
}

/** A page about a record that does not exist. */
export function Missing({ title, hint, action }: { title: string; hint?: string; action: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <EmptyState text={<h1 className="as-text">{title}</h1>} hint={hint} action={action} />
    </>
  );
}
