import { Drawer, type DrawerProps } from 'antd';
import { useRef } from 'react';
import { useBackToClose } from '../lib/back-to-close';

interface SheetProps extends Omit<DrawerProps, 'afterOpenChange' | 'destroyOnHidden'> {
  open: boolean;
  onClose: () => void;
}

/** A drawer that takes the focus as it opens, on its first control. */
export function Sheet({ children, ...drawer }: SheetProps) {
  useBackToClose(drawer.open, drawer.onClose);
  const content = useRef<HTMLDivElement>(null);
  const takeFocus = () => {
    const sheet = content.current?.closest('[role=dialog]');
    if (!sheet?.contains(document.activeElement)) sheet?.querySelector<HTMLElement>('button, a')?.focus();
  };
  return (
    <Drawer {...drawer} destroyOnHidden afterOpenChange={(open) => open && takeFocus()}>
      <div ref={content}>{children}</div>
    </Drawer>
  );
}
