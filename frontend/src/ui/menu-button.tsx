import { Button, type ButtonProps } from 'antd';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { EllipsisIcon } from './icons';
import styles from './menu-button.module.css';

/** An entry of a menu. */
export interface MenuEntry {
  label: string;
  icon?: ReactElement;
  /** The keyboard shortcut for the same action. */
  shortcut?: string;
  title?: string | undefined;
  isDisabled?: boolean;
  isDanger?: boolean;
  onClick: () => void;
}

interface Props extends Pick<ButtonProps, 'type' | 'size'> {
  label: string;
  entries: MenuEntry[];
  /** Ref of the button, for dialogs that return the focus to it. */
  button?: RefObject<HTMLButtonElement | null>;
}

/**
 * A button that opens a menu of actions. Opening focuses the first entry, arrow keys move the focus, closing returns
 * it to the button. Not Ant Design's `Dropdown`, which renders each entry five to seven times before it is visible.
 */
export function MenuButton({ label, entries, button: given, ...buttonProps }: Props) {
  const own = useRef<HTMLButtonElement>(null);
  const button = given ?? own;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...buttonProps}
        ref={button}
        icon={<EllipsisIcon />}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <Menu label={label} entries={entries} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuProps extends Pick<Props, 'label' | 'entries'> {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function Menu({ label, entries, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  usePosition(menu, button);
  usePressOutside([menu, button], onClose);
  const close = () => {
    // Before the menu unmounts, so that a dialog which opens now returns the focus to the button.
    button.current?.focus({ preventScroll: true });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab continues from the button.
    if (event.key === 'Tab') return close();
    const step = STEPS[event.key];
    if (!step && event.key !== 'Escape') return undefined;
    event.preventDefault();
    if (!step) return close();
    const all = enabledEntries(menu.current!);
    return all.at(step(all.indexOf(document.activeElement as HTMLElement), all.length))?.focus();
  };
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={`overlay ${styles['menu']}`}
      onKeyDown={onKeyDown}
    >
      {entries.map(({ icon, shortcut, title, isDisabled = false, isDanger, onClick, ...entry }) => (
        <button
          key={entry.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          title={title}
          aria-disabled={isDisabled}
          className={`row wide gap-8 ${styles['entry']} ${isDanger ? styles['danger'] : ''}`}
          // The pointer moves the focus, so that one entry is highlighted at a time.
          onPointerMove={({ currentTarget }) => isDisabled || currentTarget.focus({ preventScroll: true })}
          onClick={() => {
            if (isDisabled) return;
            close();
            onClick();
          }}
        >
          {icon}
          {entry.label}
          {shortcut && <span className={`muted ${styles['shortcut']}`}>{shortcut}</span>}
        </button>
      ))}
    </div>
  );
}

/** For each key, the index of the entry to focus; negative ones count from the end. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at) => Math.max(at, 0) - 1,
  Home: () => 0,
  End: () => -1,
};

function enabledEntries(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])')];
}

const GAP_PX = 4;

/**
 * Shows the menu below its button, or above it if there is no room, and focuses the first entry. Follows scrolling.
 */
function usePosition(menuRef: RefObject<HTMLElement | null>, buttonRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const menu = menuRef.current!;
    const place = () => {
      const { top, bottom, right } = buttonRef.current!.getBoundingClientRect();
      const { offsetHeight, offsetWidth } = menu;
      const over = top - GAP_PX - offsetHeight;
      const isOver = over >= 0 && bottom + GAP_PX + offsetHeight > window.innerHeight;
      menu.style.top = `${isOver ? over : bottom + GAP_PX}px`;
      menu.style.left = `${Math.max(GAP_PX, right - offsetWidth)}px`;
    };
    // Without popover support, the element is visible anyway.
    if ('showPopover' in menu) menu.showPopover();
    place();
    enabledEntries(menu)[0]?.focus({ preventScroll: true });
    const anywhere = { capture: true, passive: true };
    window.addEventListener('scroll', place, anywhere);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, anywhere);
      window.removeEventListener('resize', place);
    };
  }, [menuRef, buttonRef]);
}

/** Calls `onClick` when a pointer is pressed outside of these elements. */
function usePressOutside(parts: RefObject<HTMLElement | null>[], onClick: () => void): void {
  const press = useEffectEvent(({ target }: PointerEvent) => {
    if (!parts.some(({ current }) => current?.contains(target as Node))) onClick();
  });
  useEffect(() => {
    const listen = (event: PointerEvent) => press(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, []);
}
