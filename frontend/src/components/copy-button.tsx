import { CheckOutlined, CopyOutlined } from './icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { toast } from '../lib/toast';

const CONFIRM_MS = 2000;

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  text: string;
  onCopied?: () => void;
}

/** Copies a text, and says so on itself for a moment. */
export function CopyButton({ text, onCopied, children = 'Copy', ...button }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
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
  return (
    <Button {...button} icon={copied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copy()}>
      {children}
    </Button>
  );
}

// Browsers offer the clipboard on https and localhost only; elsewhere the old command still works.
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
