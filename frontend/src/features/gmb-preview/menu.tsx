import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useCloseRequest } from '../review/close-request';

interface MenuProps {
  label: string;
  /** Told why it closes: only after a key the focus has to be brought back. */
  onClose: (cause: 'key' | 'pointer') => void;
  /** Buttons of the role `menuitem`. */
  children: ReactNode;
}

/** A small menu that takes the focus as it opens. */
export function Menu({ label, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), []);
  useCloseRequest(() => onClose('key'));
  useEffect(() => {
    // A finger beside the menu does not take the focus from it everywhere.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!menu.current?.parentElement?.contains(target as Node)) close('pointer');
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // The arrows lead nowhere in a menu of one, and must not scroll the page away under it.
    if (event.key.startsWith('Arrow')) event.preventDefault();
  };
  return (
    <div ref={menu} className="preview-menu" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
