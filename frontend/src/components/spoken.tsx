import type { ReactNode } from 'react';

/** News for people who only hear the page: a live region that nobody sees. Keep it mounted; what changes in it is read out. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <span role="status" style={UNSEEN}>
      {children}
    </span>
  );
}

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
