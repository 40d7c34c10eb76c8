import { Button } from 'antd';
import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';
import { ArrowLeftIcon, CrossIcon } from './icons';
import { Modal, type ModalProps } from './modal';

interface DialogProps extends Pick<
  ModalProps,
  'isBusy' | 'historyEntry' | 'onClose' | 'focusAfter' | 'className' | 'children'
> {
  title: ReactNode;
  /** Pixels, or a CSS length. */
  width?: number | string | undefined;
  /** For content that may be higher than the window: it scrolls between title and footer. */
  isLong?: boolean;
  footer?: ReactNode;
}

/** A modal dialog of staff pages. Mount it to open it. */
export function Dialog({ title, width = 520, isLong, footer, children, className, ...modal }: DialogProps) {
  const id = useId();
  return createPortal(
    <Modal {...modal} labelledBy={id} className={`${styles.window} ${isLong ? styles.long : ''} ${className ?? ''}`}>
      <div className={`relative overlay ${styles.panel}`} style={{ width }}>
        <button
          type="button"
          aria-label="Close"
          className={`centered muted ${styles.close}`}
          disabled={modal.isBusy}
          onClick={modal.onClose}
        >
          <CrossIcon />
        </button>
        <div id={id} className={`strong anywhere ${styles.title}`}>
          {title}
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </Modal>,
    document.body,
  );
}

interface ButtonsProps {
  submitText: string;
  /** Id of the form that the submit button submits; without it, the button calls `onSubmit`. */
  form?: string;
  onSubmit?: () => void;
  onCancel: () => void;
  cancelText?: string;
  /** Disables Cancel and shows a spinner in the submit button. */
  isPending?: boolean;
  /** Shows a spinner in the submit button; Cancel stays enabled. */
  isSending?: boolean;
  isDisabled?: boolean;
  /** For destructive actions: the submit button is red, and Cancel has the initial focus. */
  isDanger?: boolean;
  /** Whether Cancel has the initial focus. */
  cancelFirst?: boolean;
}

/** The two buttons of a dialog's footer. */
export function DialogButtons({ submitText, form, onSubmit, onCancel, cancelText = 'Cancel', ...state }: ButtonsProps) {
  return (
    <>
      <Button
        disabled={state.isPending}
        data-autofocus={state.isDanger || state.cancelFirst || undefined}
        onClick={onCancel}
      >
        {cancelText}
      </Button>
      <Button
        type="primary"
        danger={state.isDanger}
        htmlType={form ? 'submit' : 'button'}
        form={form}
        loading={state.isPending || state.isSending}
        disabled={state.isDisabled}
        onClick={onSubmit}
      >
        {submitText}
      </Button>
    </>
  );
}

interface SheetProps extends Pick<ModalProps, 'onClose' | 'children'> {
  title?: ReactNode;
  /** Accessible name of a sheet without a title. */
  label?: string;
  width: number | string;
  side?: 'left' | 'right';
  /** Label of the close button, shown as an arrow; by default, it is a cross labelled Close. */
  back?: string;
  /** Whether the content has no padding. */
  isPane?: boolean;
}

/** A modal sheet over the page, at one of its sides. Mount it to open it. */
export function Sheet({ title, label, width, side = 'right', back, isPane, onClose, children }: SheetProps) {
  const id = useId();
  const Icon = back ? ArrowLeftIcon : CrossIcon;
  return createPortal(
    <Modal
      label={label}
      labelledBy={title ? id : undefined}
      className={`${styles.sheet} ${styles[side]} ${isPane ? styles.pane : ''}`}
      onClose={onClose}
    >
      <div className="column overlay" style={{ width }} data-focus-first={title ? undefined : ''}>
        {title && (
          <div className={`row strong underlined gap-8 ${styles.head}`}>
            <button
              type="button"
              aria-label={back ?? 'Close'}
              className={`centered muted ${styles.leave}`}
              data-autofocus
              onClick={onClose}
            >
              <Icon />
            </button>
            <div id={id}>{title}</div>
          </div>
        )}
        <div className={styles.content}>{children}</div>
      </div>
    </Modal>,
    document.body,
  );
}
