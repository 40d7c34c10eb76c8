import type { ReactNode } from 'react';

/** Placeholders of what is being loaded; screen readers are told what that is, and not of the placeholders. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="progressbar" aria-busy="true" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
