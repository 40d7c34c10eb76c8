import { CheckIcon, CopyIcon } from './icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { toast } from '../lib/toast';

const COPIED_MS = 2000;

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  /** The text to copy. */
  text: string;
  /** Called after the text was copied. */
  onCopied?: () => void;
  copyIcon?: ReactNode;
  /** Called before copying; calls `copy` once the user has confirmed. Without it, the text is copied at once. */
  confirmCopy?: ((copy: () => void) => void) | undefined;
}

/** Copies a text to the clipboard and then shows a check mark for two seconds; on failure it shows an error toast. */
export function CopyButton({
  text,
  onCopied,
  copyIcon = <CopyIcon />,
  confirmCopy,
  children = 'Copy',
  ...button
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (!(await copyText(text))) {
      toast.error('Copying failed', 'The browser did not allow it. Select the text and copy it by hand.');
      return;
    }
    setCopied(true);
    onCopied?.();
  };
  const click = () => (confirmCopy ? confirmCopy(() => void copy()) : void copy());
  return (
    <Button {...button} icon={copied ? <CheckIcon /> : copyIcon} onClick={click}>
      {children}
    </Button>
  );
}

// `navigator.clipboard` exists on https and localhost only; `execCommand` works on other origins, too.
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.activeElement?.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
