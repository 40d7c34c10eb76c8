import { Dialog } from './dialog';
import { TrashIcon } from './icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Tooltip } from './tooltip';

interface ConfirmDeleteProps {
  /** Accessible name and tooltip of the button: `Delete Acme`. */
  label: string;
  title: string;
  /** Says what will be deleted. */
  text: ReactNode;
  /** The dialog closes when this succeeds and stays open when it fails. */
  onConfirm: () => Promise<unknown>;
  /** Text of the button; without it the button is an icon. */
  children?: ReactNode;
  confirmText?: string;
  disabled?: boolean;
  /** A title for the button with a text: why it is disabled. */
  hint?: string | undefined;
}

/** A delete button with a confirmation. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { label, children, disabled = false, hint, ...dialog } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const button = (
    <Button
      ref={opener}
      danger
      type="text"
      icon={<TrashIcon />}
      aria-label={children ? undefined : label}
      disabled={disabled}
      title={hint}
      onClick={() => setOpen(true)}
    >
      {children}
    </Button>
  );
  return (
    <>
      {children ? button : <Tooltip text={label}>{button}</Tooltip>}
      <DeleteDialog {...dialog} open={open} opener={opener} onClose={() => setOpen(false)} />
    </>
  );
}

interface DeleteDialogProps extends Pick<ConfirmDeleteProps, 'title' | 'text' | 'onConfirm' | 'confirmText'> {
  open: boolean;
  /** What gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The confirmation alone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, text, onConfirm, confirmText = 'Delete', open, opener, onClose } = props;
  const [pending, setPending] = useState(false);
  const isConfirmed = useRef(false);
  useEffect(() => () => (isConfirmed.current ? focusPage() : undefined), []);
  const confirm = async () => {
    setPending(true);
    isConfirmed.current = await onConfirm().then(
      () => true,
      () => false,
    );
    if (isConfirmed.current) onClose();
    setPending(false);
  };
  return (
    <Dialog
      open={open}
      title={title}
      onOk={() => void confirm()}
      onCancel={onClose}
      // The dialog does not give the focus back itself, as its button has it from the start.
      afterClose={() => opener.current?.focus({ preventScroll: true })}
      okText={confirmText}
      okButtonProps={{ danger: true }}
      confirmLoading={pending}
      cancelButtonProps={{ disabled: pending, autoFocus: true }}
      closable={!pending}
      mask={{ closable: !pending }}
      keyboard={!pending}
    >
      {text}
    </Dialog>
  );
}

/** Moves the focus to the page's content if the button was removed together with the deleted record. */
function focusPage(): void {
  if (document.activeElement !== document.body) return;
  const page = document.querySelector<HTMLElement>('main');
  if (!page) return;
  page.tabIndex = -1;
  page.style.outline = 'none';
  page.focus({ preventScroll: true });
}
