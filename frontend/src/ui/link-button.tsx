import { Button, type ButtonProps } from 'antd';
import type { MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router-dom';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string;
  /** Called before it navigates in this tab. */
  onFollow?: () => void;
}

/** A link that looks like a button, and navigates with the router. */
export function LinkButton({ to, onFollow, ...button }: LinkButtonProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onFollow?.();
    void navigate(to);
  };
  return <Button {...button} href={href} onClick={follow} />;
}
