import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useBackToClose } from '../lib/back-to-close';
import { pushDialog, topDialog } from '../lib/dialog-stack';
import { useKeydown } from '../lib/shortcuts';
import styles from './modal.module.css';
import { showAsModal } from './show-as-modal';

export interface ModalProps {
  /** Accessible name; alternatively `labelledBy`, the id of the element with the name. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  className?: string | undefined;
  /** Whether attempts to close it are ignored. */
  isBusy?: boolean | undefined;
  /** See `useBackToClose`. */
  historyEntry?: 'own' | 'shared';
  /** Called on Escape, on a click on the backdrop, and on Back. */
  onClose: () => void;
  /**
   * Returns the element to focus after closing; `null` for the opener, or the page's content if the opener is gone.
   * @param opener the element that had the focus before opening
   */
  focusAfter?: ((opener: Element | null) => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
}

/**
 * A modal dialog that covers the window: a panel as its child, and a backdrop around it. Mount it to open it. The
 * initial focus is on
 * `[data-autofocus]`, the first link in `[data-focus-first]`, or the first form field.
 */
export function Modal({ label, labelledBy, describedBy, className, children, ...modal }: ModalProps) {
  const { isBusy, historyEntry, onClose, focusAfter } = modal;
  const dialog = useRef<HTMLDialogElement>(null);
  /**
   * Whether the press began on the backdrop: selecting text from the panel to the backdrop must not close the dialog.
   */
  const isPressedBeside = useRef(false);
  const close = () => {
    if (!isBusy) onClose();
  };
  useBackToClose(true, close, historyEntry);
  useOpenDialog(dialog, focusAfter);
  useEscape(dialog, close);
  return (
    // `useEscape` handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={`ink wide ${styles.modal} ${className ?? ''}`}
      // Prevents browsers from closing it while it is busy.
      onCancel={(event) => event.preventDefault()}
      onPointerDown={({ target, currentTarget }) => (isPressedBeside.current = target === currentTarget)}
      onClick={({ target, currentTarget }) => isPressedBeside.current && target === currentTarget && close()}
      {...{ closedby: 'none' }}
    >
      {children}
    </dialog>
  );
}

/** Opens the dialog and moves the focus into it; restores the focus on unmount. */
function useOpenDialog(ref: RefObject<HTMLDialogElement | null>, focusAfter: ModalProps['focusAfter']): void {
  const opener = useRef<Element>(null);
  const restoreFocus = useEffectEvent(() => {
    const target = focusAfter?.(opener.current);
    if (target) return target.focus({ preventScroll: true });
    // The browser could not restore the focus if another dialog covered the opener.
    if (isFocusLost() && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    if (isFocusLost() && opener.current !== document.body) focusPage();
  });
  useLayoutEffect(() => {
    const dialog = ref.current!;
    opener.current = document.activeElement;
    const hide = showAsModal(dialog);
    const release = pushDialog(dialog);
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus], [data-focus-first] a') ??
      dialog.querySelector<HTMLElement>(FIELDS);
    (first ?? dialog).focus({ preventScroll: true });
    return () => {
      release();
      // This also returns the focus to the opener.
      hide();
    };
  }, [ref]);
  // After the render that removes the dialog, and perhaps the opener.
  useEffect(() => () => restoreFocus(), []);
}

const isFocusLost = () => document.activeElement === document.body;

const FIELDS = 'form :is(input:not([type=file]), textarea, select)';

/** Open popups of Ant Design, which handle Escape themselves. */
const POPUPS = ['ant-select-dropdown', 'ant-popover'].map((name) => `.${name}:not(.${name}-hidden)`).join();

function useEscape(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useKeydown((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (topDialog() !== dialog.current || dialog.current?.querySelector(POPUPS)) return;
    event.preventDefault();
    onClose();
  });
}

/** Focuses the page's content, after the focused control was removed. */
export function focusPage(): void {
  const page = document.querySelector<HTMLElement>('main');
  if (!page) return;
  page.tabIndex = -1;
  page.style.outline = 'none';
  page.focus({ preventScroll: true });
}
