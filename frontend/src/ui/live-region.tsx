import type { ReactNode } from 'react';

/** An invisible ARIA live region: screen readers announce its changes. Keep it mounted. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="visually-hidden nowrap">
      {children}
    </span>
  );
}
