import { useEffect, useEffectEvent } from 'react';
import { topDialog } from './dialog-stack';

/** A keyboard shortcut, in a table that both binds the shortcuts and lists them for users. */
export interface Shortcut<Does = string> {
  /** The keys as shown to users: `Alt+← →`. */
  label: string;
  description: Does;
  /**
   * The key combinations: `KeyboardEvent.key` in lower case, with the prefix `ctrl+` (also for Cmd), `ctrl+shift+` or
   * `alt+`. Missing if the focused element handles the key itself and the shortcut is only listed.
   */
  keys?: string[];
  /** Whether it also works while the focus is in a text field. */
  worksInFields?: boolean;
}

/** @param name the pressed combination, as in `Shortcut.keys` */
export type ShortcutHandler = (event: KeyboardEvent, name: string) => void;
export type ShortcutHandlers<Table> = { [Entry in keyof Table]?: ShortcutHandler };

export interface ShortcutOptions {
  isActive?: boolean;
  /**
   * Where the shortcuts work: on the page, in a dialog that contains an element with `data-dialog-keys`, or in both.
   */
  scope?: 'page' | 'dialog' | 'both';
  /** Returns `false` to ignore a key press. */
  accepts?: (event: KeyboardEvent) => boolean;
}

/** Binds the shortcuts of a table that have a handler in `actions`, while mounted. */
export function useShortcuts<Table extends Record<string, Shortcut<unknown>>>(
  table: Table,
  actions: ShortcutHandlers<Table>,
  { isActive = true, scope = 'page', accepts }: ShortcutOptions = {},
): void {
  useKeydown((event) => {
    if (!isActive || event.defaultPrevented || event.isComposing) return;
    const name = combinationOf(event);
    const bound = Object.entries(table).find(([entry, { keys }]) => actions[entry] && keys?.includes(name));
    if (!bound) return;
    const [entry, { worksInFields }] = bound;
    if ((!worksInFields && isForFocusedControl(event)) || isOutsideScope(event, scope) || accepts?.(event) === false)
      return;
    event.preventDefault();
    actions[entry]!(event, name);
  });
}

/** Calls `onKey` on each `keydown` event of the window while mounted. */
export function useKeydown(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function combinationOf(event: KeyboardEvent): string {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  // On a Mac, Alt with a letter types a symbol.
  const isSign = altKey && code.startsWith('Key') && !/^[a-z]$/i.test(key);
  const name = (isSign ? code.slice('Key'.length) : key).toLowerCase();
  const isCtrl = ctrlKey || metaKey;
  const held = [isCtrl && 'ctrl', isCtrl && shiftKey && 'shift', altKey && 'alt'];
  return [...held, name].filter((part) => part !== false).join('+');
}

const FIELDS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** Whether the focused control handles the key itself, such as a letter in a text field. */
function isForFocusedControl({ target, key, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ' && target.closest('button, a, summary, input')) return true;
  if (key.startsWith('Arrow') && !altKey && target.closest('input')) return true;
  return target.closest(FIELDS) !== null;
}

/** Whether the event comes from a dialog, or from the page behind one, to which the scope does not apply. */
export function isOutsideScope({ target }: KeyboardEvent, scope: ShortcutOptions['scope']): boolean {
  if (scope === 'both') return false;
  // The focus may be on the page while a dialog is open.
  const dialog = (target instanceof Element && target.closest('dialog')) || topDialog();
  return dialog !== undefined && !dialog.querySelector(`[data-${scope}-keys]`);
}

/** A button's text with its shortcut: `Edit (E)`. */
export function withShortcut(text: string, { label }: Shortcut): string {
  return `${text} (${label.split(',')[0]})`;
}

/** 1 for a key that means forward (→, ↓, J), -1 for all others. */
export function directionOf(name: string): 1 | -1 {
  return /(right|down|j)$/.test(name) ? 1 : -1;
}
