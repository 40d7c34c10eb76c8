import { Tag } from 'antd';
import styles from './tag-list.module.css';

/** Texts as tags, without duplicates. */
export function TagList({ tags }: { tags: string[] }) {
  return (
    <ul className={`flex wrap gap-4 ${styles['list']}`}>
      {[...new Set(tags)].map((tag) => (
        <li key={tag}>
          <Tag className={styles['tag']}>{tag}</Tag>
        </li>
      ))}
    </ul>
  );
}
