import { Modal, type ModalProps } from '../../../ui/modal';
import { ToastSlot } from '../../../ui/toasts';
import { cardId } from './card';
import type { ReviewItem } from './review-item';
import styles from './overlay.module.css';

interface OverlayProps extends Pick<ModalProps, 'labelledBy' | 'describedBy' | 'onClose' | 'children'> {
  /** `box` is a panel over the dimmed page, `screen` covers the page. */
  variant: 'box' | 'screen';
  /**
   * The item that the overlay is about. Its card takes the focus on closing if the control that opened the overlay is
   * gone.
   */
  item?: ReviewItem;
  /** Whether that control is about to be removed, possibly after the overlay. */
  isOpenerLeaving?: boolean;
}

/** A modal dialog over the page. */
export function Overlay({ variant, item, isOpenerLeaving, ...modal }: OverlayProps) {
  const cardAfter = (opener: Element | null) =>
    item && (isOpenerLeaving || !canTakeFocus(opener)) ? document.getElementById(cardId(item)) : null;
  return variant === 'screen' ? (
    <Modal {...modal} focusAfter={cardAfter} className={styles.screen} />
  ) : (
    <Modal {...modal} focusAfter={cardAfter} className={styles.box}>
      <div>
        {modal.children}
        <ToastSlot place="below" />
      </div>
    </Modal>
  );
}

function canTakeFocus(element: Element | null): element is HTMLElement {
  return (
    element instanceof HTMLElement && element.isConnected && element !== document.body && !element.matches(':disabled')
  );
}
