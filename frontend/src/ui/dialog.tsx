import { Modal, type ModalProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useBackToClose } from '../lib/back-to-close';

interface DialogProps extends Omit<ModalProps, 'onCancel'> {
  /** Called by the close button, Escape, a click beside the dialog, and Back. */
  onCancel: () => void;
  /** Height of title, buttons and margins: the body scrolls, so that they stay in sight. */
  scroll?: number;
}

/** A dialog over the page. One that is not `closable` at the moment stays. */
export function Dialog({ scroll, ...dialog }: DialogProps) {
  const { open = false, closable, onCancel } = dialog;
  useBackToClose(open, () => closable !== false && onCancel());
  if (!scroll) return <Modal {...dialog} />;
  const body = {
    maxHeight: `calc(100dvh - ${scroll}px)`,
    overflow: 'hidden auto',
    margin: '0 -8px',
    padding: '0 8px',
  };
  // The title ends where the close button begins.
  return <Modal centered {...dialog} styles={{ body, title: { paddingInlineEnd: 32, overflowWrap: 'anywhere' } }} />;
}

/** The footer of a dialog: its buttons, and what stands above or beside them. */
export function footerWith(more: ReactNode) {
  return (buttons: ReactNode) => (
    <>
      {more}
      {buttons}
    </>
  );
}

/** Returns the focus to the control that opened a dialog, if the dialog is unmounted before it could do so itself. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return undefined;
    return () => opener.focus({ preventScroll: true });
  }, [opener]);
}
