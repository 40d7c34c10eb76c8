import { Card, Skeleton } from 'antd';

/** A card with lines of text that is being loaded. Apart from the other placeholders: pages without cards do not load it. */
export function CardSkeleton({ rows, title = true }: { rows: number; title?: boolean }) {
  return (
    <Card>
      <Skeleton active title={title} paragraph={{ rows, ...(!title && { width: '100%' }) }} />
    </Card>
  );
}
