import { Drawer, type DrawerProps } from 'antd';
import { useRef } from 'react';
import { useBackToClose } from '../lib/back-to-close';

interface SlideOverProps extends Omit<DrawerProps, 'afterOpenChange' | 'destroyOnHidden'> {
  open: boolean;
  onClose: () => void;
}

/** A drawer that takes the focus as it opens, on its first control. */
export function SlideOver({ children, ...drawer }: SlideOverProps) {
  useBackToClose(drawer.open, drawer.onClose);
  const content = useRef<HTMLDivElement>(null);
  const takeFocus = () => {
    const dialog = content.current?.closest('[role=dialog]');
    if (!dialog?.contains(document.activeElement)) dialog?.querySelector<HTMLElement>('button, a')?.focus();
  };
  return (
    <Drawer {...drawer} destroyOnHidden afterOpenChange={(open) => open && takeFocus()}>
      <div ref={content}>{children}</div>
    </Drawer>
  );
}
