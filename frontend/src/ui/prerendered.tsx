import { Activity, Fragment, useState, type ReactNode } from 'react';

interface PrerenderedProps {
  isOpen: boolean;
  /** Content whose effects run once it is open. */
  children: ReactNode;
}

/**
 * Renders hidden content in advance when the browser is idle, so that it opens at once. It is remounted after each
 * closing.
 */
export function Prerendered({ isOpen, children }: PrerenderedProps) {
  const [state, setState] = useState({ isOpen, closed: 0 });
  if (state.isOpen !== isOpen) setState({ isOpen, closed: state.closed + (isOpen ? 0 : 1) });
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <Fragment key={state.closed}>{children}</Fragment>
    </Activity>
  );
}
