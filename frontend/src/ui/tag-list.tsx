import { Tag } from 'antd';

/** Texts as tags, without duplicates. */
export function TagList({ tags }: { tags: string[] }) {
  return (
    <ul className="flex wrap gap-4">
      {[...new Set(tags)].map((tag) => (
        <li key={tag} style={{ maxWidth: '100%' }}>
          <Tag style={{ margin: 0, maxWidth: '100%', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{tag}</Tag>
        </li>
      ))}
    </ul>
  );
}
