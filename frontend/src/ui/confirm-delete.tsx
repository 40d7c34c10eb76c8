import { TrashIcon } from './icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Confirm } from './confirm';
import { focusPage } from './modal';
import { Tooltip } from './tooltip';

interface ConfirmDeleteProps {
  /** Accessible name and tooltip of the icon button: `Delete Acme`. */
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
  /** Why the button is disabled, shown as its title. */
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
  /** The element that gets the focus after closing. */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/**
 * The confirmation without the button. Keep it mounted while it is closed: it moves the focus to the page when the
 * deleted record and its button are removed.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, text, onConfirm, confirmText = 'Delete', open, opener, onClose } = props;
  const isDeleted = useRef(false);
  useEffect(
    () => () => {
      if (isDeleted.current && document.activeElement === document.body) focusPage();
    },
    [],
  );
  if (!open) return null;
  return (
    <Confirm
      title={title}
      confirmText={confirmText}
      isDanger
      onConfirm={async () => {
        await onConfirm();
        isDeleted.current = true;
      }}
      onClose={onClose}
      focusAfter={() => opener.current}
    >
      {text}
    </Confirm>
  );
}
