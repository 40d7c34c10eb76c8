import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useBackToClose } from '../lib/back-to-close';
import { pushDialog, topDialog } from '../lib/dialog-stack';
import { useKeydown } from '../lib/shortcuts';
import styles from './modal.module.css';
import { showAsModal } from './show-as-modal';

export interface ModalProps {
  /** Names it; or else `labelledBy`, the id of the element that does. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  className?: string | undefined;
  /** Whether it stays open, whatever a person does to close it. */
  isBusy?: boolean | undefined;
  /** See `useBackToClose`. */
  historyEntry?: 'own' | 'shared';
  /** Called on Escape, on a click beside what it shows, and on Back. */
  onClose: () => void;
  /**
   * Says what gets the focus once it has closed; `null` for the control that opened it, and the page's content where that is gone.
   * @param opener had the focus before
   */
  focusAfter?: ((opener: Element | null) => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
}

/**
 * A modal dialog over the whole window: what it shows lies within, and the rest of it counts as beside. Mount it to open it. The
 * focus goes to `[data-autofocus]` in it or the first link within `[data-focus-first]`, or else to the first field of its form.
 */
export function Modal({ label, labelledBy, describedBy, className, children, ...modal }: ModalProps) {
  const { isBusy, historyEntry, onClose, focusAfter } = modal;
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the press began beside; a text that is selected up to there does not close the dialog. */
  const isPressedBeside = useRef(false);
  const close = () => {
    if (!isBusy) onClose();
  };
  useBackToClose(true, close, historyEntry);
  useOpenDialog(dialog, focusAfter);
  useEscape(dialog, close);
  return (
    // The keys that close it are those of `useEscape`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={`ink wide ${styles.modal} ${className ?? ''}`}
      // Browsers would close it by themselves, also while it is busy.
      onCancel={(event) => event.preventDefault()}
      onPointerDown={({ target, currentTarget }) => (isPressedBeside.current = target === currentTarget)}
      onClick={({ target, currentTarget }) => isPressedBeside.current && target === currentTarget && close()}
      {...{ closedby: 'none' }}
    >
      {children}
    </dialog>
  );
}

/** Opens the dialog, moves the focus into it, and afterwards back. */
function useOpenDialog(ref: RefObject<HTMLDialogElement | null>, focusAfter: ModalProps['focusAfter']): void {
  const opener = useRef<Element>(null);
  const restoreFocus = useEffectEvent(() => {
    const target = focusAfter?.(opener.current);
    if (target) return target.focus({ preventScroll: true });
    // Another dialog over this one may have covered the opener.
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
      // Returns the focus to the opener.
      hide();
    };
  }, [ref]);
  // Once the page is drawn without the dialog, and perhaps without the opener.
  useEffect(() => () => restoreFocus(), []);
}

const isFocusLost = () => document.activeElement === document.body;

const FIELDS = 'form :is(input:not([type=file]), textarea, select)';

/** What of Ant Design opens within a dialog, and takes Escape for itself. */
const POPUPS = ['ant-select-dropdown', 'ant-popover'].map((name) => `.${name}:not(.${name}-hidden)`).join();

function useEscape(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useKeydown((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (topDialog() !== dialog.current || dialog.current?.querySelector(POPUPS)) return;
    event.preventDefault();
    onClose();
  });
}

/** Moves the focus to the page's content, where the control that had it is gone. */
export function focusPage(): void {
  const page = document.querySelector<HTMLElement>('main');
  if (!page) return;
  page.tabIndex = -1;
  page.style.outline = 'none';
  page.focus({ preventScroll: true });
}
