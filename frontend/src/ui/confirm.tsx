import { useState, type ReactNode } from 'react';
import { Dialog, DialogButtons } from './dialog';
import type { ModalProps } from './modal';

export interface ConfirmProps extends Pick<ModalProps, 'onClose' | 'focusAfter'> {
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  confirmText: string;
  cancelText?: string;
  isDanger?: boolean;
  width?: number;
  /** The dialog closes when this is done, and stays open when it fails. */
  onConfirm: () => unknown;
}

/** Asks before something is done. Mount it to open it. */
export function Confirm({ confirmText, cancelText, isDanger, onConfirm, ...dialog }: ConfirmProps) {
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const isDone = await Promise.resolve(onConfirm()).then(
      () => true,
      () => false,
    );
    setPending(false);
    if (isDone) dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      isBusy={isPending}
      footer={
        <DialogButtons
          submitText={confirmText}
          cancelText={cancelText}
          isDanger={isDanger}
          isPending={isPending}
          onSubmit={() => void confirm()}
          onCancel={dialog.onClose}
        />
      }
    />
  );
}
