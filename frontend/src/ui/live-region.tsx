import type { ReactNode } from 'react';

/** A live region that is not visible: screen readers read out what changes in it. Keep it mounted. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="spoken nowrap">
      {children}
    </span>
  );
}
