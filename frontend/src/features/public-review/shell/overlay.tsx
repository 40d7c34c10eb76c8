import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { useBackToClose } from '../../../lib/back-to-close';
import { cardId } from './card';
import type { Reviewed } from './reviewed';
import styles from './overlay.module.css';

/** Moves the focus into what has just opened over the page, to `[data-autofocus]` in it; Escape and Back close it. */
export function useLayer(layer: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useBackToClose(true, onClose);
  useEffect(() => {
    const first = layer.current?.querySelector<HTMLElement>('[data-autofocus]') ?? layer.current;
    first?.focus();
    const onKey = (event: KeyboardEvent) => {
      // A layer under another one leaves Escape to that.
      if (event.key === 'Escape' && !layer.current?.closest('[inert]')) close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [layer]);
}

interface OverlayProps {
  /** Id of the element that names the overlay. */
  labelledBy: string;
  describedBy?: string;
  /** `box` stands over the dimmed page, `screen` takes the whole of it. */
  look: 'box' | 'screen';
  /** The item; its card receives the focus on closing if the control that opened the overlay no longer exists. */
  item?: Reviewed;
  /** Whether that control is about to go, though it may be there a moment longer than the overlay. */
  openerGoes?: boolean;
  /** Whether another overlay lies over this one, which then takes no input. */
  covered?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal layer over a page that its owner makes inert. Not `showModal()`: the browser's top layer would cover the
 * toasts.
 */
export function Overlay(props: OverlayProps) {
  const { labelledBy, describedBy, look, item, openerGoes, covered, onClose, children } = props;
  const panel = useRef<HTMLDialogElement>(null);
  const giveBack = useEffectEvent((control: Element | null) => {
    const target = !openerGoes && canTakeFocus(control) ? control : item && document.getElementById(cardId(item));
    target?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const control = document.activeElement;
    return () => giveBack(control);
  }, []);
  useLayer(panel, onClose);
  return (
    <div className={`${styles.overlay} ${styles[look]}`} inert={covered}>
      <button type="button" className={styles.backdrop} tabIndex={-1} aria-hidden="true" onClick={onClose} />
      <dialog
        open
        ref={panel}
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
