import { useQuery } from '@tanstack/react-query';
import { useWorkOwner } from '../../records/owners';
import { urgentCountOf, workQuery } from '../../records/work';
import styles from './work.module.css';

/** The number of urgent items, beside the menu entry of the dashboard; nothing if there are none. */
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
