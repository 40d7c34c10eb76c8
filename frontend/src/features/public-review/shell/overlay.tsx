import { Modal, type ModalProps } from '../../../ui/modal';
import { ToastSlot } from '../../../ui/toasts';
import { cardId } from './card';
import type { ReviewItem } from './review-item';
import styles from './overlay.module.css';

interface OverlayProps extends Pick<ModalProps, 'labelledBy' | 'describedBy' | 'onClose' | 'children'> {
  /** `box` stands over the dimmed page, `screen` takes the whole of it. */
  variant: 'box' | 'screen';
  /** The item; its card receives the focus on closing if the control that opened the overlay no longer exists. */
  item?: ReviewItem;
  /** Whether that control is about to go, though it may be there a moment longer than the overlay. */
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
