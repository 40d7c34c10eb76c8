import { Activity, Fragment, useState, type ReactNode } from 'react';

interface PrerenderedProps {
  isOpen: boolean;
  /** Draws what opens; its effects begin once it is open. */
  children: ReactNode;
}

/** Draws what a click opens before that, whenever the browser has time, so that it opens at once; once more each time that it was closed. */
export function Prerendered({ isOpen, children }: PrerenderedProps) {
  const [state, setState] = useState({ isOpen, closed: 0 });
  if (state.isOpen !== isOpen) setState({ isOpen, closed: state.closed + (isOpen ? 0 : 1) });
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <Fragment key={state.closed}>{children}</Fragment>
    </Activity>
  );
}
