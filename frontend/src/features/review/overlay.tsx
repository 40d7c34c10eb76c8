import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useCloseRequest } from './close-request';

interface OverlayProps {
  /** Id of the element that names the overlay. */
  labelledBy: string;
  describedBy?: string;
  /** `box` stands over the dimmed page, `screen` takes the whole of it. */
  look: 'box' | 'screen';
  onClose: () => void;
  /** Id of what receives the focus when the control that opened the overlay is gone or disabled by the end. */
  returnTo: string;
  /** Whether that control is about to go, though it may be there a moment longer than the overlay. */
  opener?: 'stays' | 'goes';
  children: ReactNode;
}

/**
 * A modal layer over a page that its owner makes inert. Not `showModal()`: the browser's top layer would cover the
 * notifications.
 */
export function Overlay({
  labelledBy,
  describedBy,
  look,
  onClose,
  returnTo,
  opener = 'stays',
  children,
}: OverlayProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const giveBack = useEffectEvent((control: Element | null) => {
    if (opener === 'stays' && canTakeFocus(control)) control.focus({ preventScroll: true });
    else document.getElementById(returnTo)?.focus({ preventScroll: true });
  });

  useEffect(() => {
    const control = document.activeElement;
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current;
    first?.focus();
    return () => giveBack(control);
  }, []);
  useCloseRequest(onClose);

  return (
    <div className={`review-overlay review-overlay-${look}`}>
      <button type="button" className="review-backdrop" tabIndex={-1} aria-hidden="true" onClick={onClose} />
      <dialog
        open
        ref={panel}
        className="review-panel"
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
      >
        {children}
      </dialog>
    </div>
  );
}

function canTakeFocus(element: Element | null): element is HTMLElement {
  return (
    element instanceof HTMLElement && element.isConnected && element !== document.body && !element.matches(':disabled')
  );
}
