import { Modal, type ModalProps } from 'antd';
import { useBackToClose } from '../lib/back-to-close';

interface DialogProps extends Omit<ModalProps, 'onCancel'> {
  /** Called by the close button, Escape, a click beside the dialog, and Back. */
  onCancel: () => void;
}

/** A dialog over the page. One that is not `closable` at the moment stays. */
export function Dialog(dialog: DialogProps) {
  const { open = false, closable, onCancel } = dialog;
  useBackToClose(open, () => closable !== false && onCancel());
  return <Modal {...dialog} />;
}
