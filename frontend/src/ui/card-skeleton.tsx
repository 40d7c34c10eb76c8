import { Card, Skeleton } from 'antd';

/** Placeholder for a card. In its own file, so that pages without cards do not load Ant Design's `Card`. */
export function CardSkeleton({ rows, title = true }: { rows: number; title?: boolean }) {
  return (
    <Card>
      <Skeleton active title={title} paragraph={{ rows, ...(!title && { width: '100%' }) }} />
    </Card>
  );
}
