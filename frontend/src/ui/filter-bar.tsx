import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

/**
 * The controls above a list.
 * @param props.count the number of matching records in words: `214 moments`
 */
export function FilterBar({ count, children }: { count: string; children: ReactNode }) {
  return (
    <div className={styles['bar']}>
      {children}
      <output className={styles['count']}>{count}</output>
    </div>
  );
}
