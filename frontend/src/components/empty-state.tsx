import { Empty } from 'antd';
import type { ReactNode } from 'react';

/** Says that there is nothing yet, and offers what to do about it. */
export function EmptyState({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} style={{ padding: '32px 16px', margin: 0 }}>
      {action}
    </Empty>
  );
}
