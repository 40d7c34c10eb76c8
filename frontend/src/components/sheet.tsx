import { Drawer, type DrawerProps } from 'antd';
import { useRef } from 'react';

/** A drawer that takes the focus as it opens, on its first control. */
export function Sheet({ children, ...drawer }: Omit<DrawerProps, 'afterOpenChange' | 'destroyOnHidden'>) {
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
