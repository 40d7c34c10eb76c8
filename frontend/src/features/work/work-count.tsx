import { useQuery } from '@tanstack/react-query';
import { useWorkOwner } from '../../records/owners';
import { urgentCountOf, workQuery } from '../../records/work';
import styles from './work.module.css';

/** How much urgent work waits, beside the menu's entry of the dashboard; nothing without any. */
export function WorkCount() {
  const { data } = useQuery(workQuery(useWorkOwner()[0]));
  const count = data ? urgentCountOf(data) : 0;
  if (count === 0) return null;
  return (
    <span className={`soft-rejected semibold numbers tiny ${styles['badge']}`}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden nowrap"> urgent</span>
    </span>
  );
}
