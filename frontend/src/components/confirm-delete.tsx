import { Dialog } from './dialog';
import { DeleteOutlined } from './icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Hint } from './hint';

interface ConfirmDeleteProps {
  /** Says what the button does, to assistive technology and in its tooltip; `Delete Acme`. */
  label: string;
  title: string;
  /** What will be gone. */
  text: ReactNode;
  /** The dialog closes when this succeeds and stays open when it fails. */
  onConfirm: () => Promise<unknown>;
  /** What the button reads; without it the button is an icon. */
  children?: ReactNode;
  confirmText?: string;
}

/** A delete button that asks first. */
export function ConfirmDelete({ label, title, text, onConfirm, children, confirmText = 'Delete' }: ConfirmDeleteProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const isConfirmed = useRef(false);
  useEffect(() => () => (isConfirmed.current ? focusPage() : undefined), []);
  const confirm = async () => {
    setPending(true);
    isConfirmed.current = await onConfirm().then(
      () => true,
      () => false,
    );
    if (isConfirmed.current) setOpen(false);
    setPending(false);
  };
  const button = (
    <Button
      ref={opener}
      danger
      type={children ? 'default' : 'text'}
      icon={<DeleteOutlined />}
      aria-label={children ? undefined : label}
      onClick={() => setOpen(true)}
    >
      {children}
    </Button>
  );
  return (
    <>
      {children ? button : <Hint text={label}>{button}</Hint>}
      <Dialog
        open={open}
        title={title}
        onOk={() => void confirm()}
        onCancel={() => setOpen(false)}
        // The dialog itself does not know whence it took the focus, as its button has it from the start.
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
    </>
  );
}

/** Where the button went with what it deleted, the keyboard goes on from the page, and not from its very top. */
function focusPage(): void {
  if (document.activeElement !== document.body) return;
  const page = document.querySelector<HTMLElement>('main');
  if (!page) return;
  page.tabIndex = -1;
  page.style.outline = 'none';
  page.focus({ preventScroll: true });
}
