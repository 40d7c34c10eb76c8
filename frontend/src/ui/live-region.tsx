import type { ReactNode } from 'react';

/** A live region that is not visible: screen readers read out what changes in it. Keep it mounted. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <span role="status" style={HIDDEN}>
      {children}
    </span>
  );
}

const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
