import { Card } from 'antd';
import type { ReactNode } from 'react';

/** The surface that a list stands on. */
export function Panel({ children }: { children: ReactNode }) {
  return <Card styles={{ body: { padding: 8, overflow: 'hidden' } }}>{children}</Card>;
}
