import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';

/** Stands in for a page about something that is not there, or not any more. */
export function Missing({ title, action }: { title: string; action: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <EmptyState text={<h1 style={{ margin: 0, font: 'inherit' }}>{title}</h1>} action={action} />
    </>
  );
}
