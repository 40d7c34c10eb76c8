import { useEffect, useEffectEvent } from 'react';
import { topDialog } from './dialog-stack';

/** A key of a page, in the table that binds it and prints it. */
export interface Shortcut<Does = string> {
  /** As people read it. */
  label: string;
  description: Does;
  /**
   * `KeyboardEvent.key` in lower case, after `ctrl+` (also Cmd), `ctrl+shift+` or `alt+` where these are held. None where what
   * has the focus takes the key itself.
   */
  keys?: string[];
  /** Whether it also acts while something is typed. */
  worksInFields?: boolean;
}

export type ShortcutHandler = (event: KeyboardEvent, name: string) => void;
export type ShortcutHandlers<Table> = { [Entry in keyof Table]?: ShortcutHandler };

export interface ShortcutOptions {
  isActive?: boolean;
  /** Whether the keys act on the page, or in the dialog over it that holds an element with `data-dialog-keys`, or in both. */
  scope?: 'page' | 'dialog' | 'both';
  /** Whether this press of a key counts. */
  accepts?: (event: KeyboardEvent) => boolean;
}

/** Lets keys of a table act: on the page while no dialog is open over it, or in a dialog. */
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

/** Calls the function at each key that is pressed, wherever the focus is. */
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
  // With Alt, a Mac types signs instead of letters.
  const isSign = altKey && code.startsWith('Key') && !/^[a-z]$/i.test(key);
  const name = (isSign ? code.slice('Key'.length) : key).toLowerCase();
  const isCtrl = ctrlKey || metaKey;
  const held = [isCtrl && 'ctrl', isCtrl && shiftKey && 'shift', altKey && 'alt'];
  return [...held, name].filter((part) => part !== false).join('+');
}

const FIELDS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** Whether the key belongs to the control that has the focus. */
function isForFocusedControl({ target, key, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ' && target.closest('button, a, summary, input')) return true;
  if (key.startsWith('Arrow') && !altKey && target.closest('input')) return true;
  return target.closest(FIELDS) !== null;
}

/** Whether the event is in a dialog, or under one, that does not share these keys. */
export function isOutsideScope({ target }: KeyboardEvent, scope: ShortcutOptions['scope']): boolean {
  if (scope === 'both') return false;
  // The page may have the focus while a dialog is open over it.
  const dialog = (target instanceof Element && target.closest('dialog')) || topDialog();
  return dialog !== undefined && !dialog.querySelector(`[data-${scope}-keys]`);
}

/** What a button does, with its key: `Edit (E)`. */
export function withShortcut(text: string, { label }: Shortcut): string {
  return `${text} (${label.split(',')[0]})`;
}

/** 1 for the name of a key that goes on, -1 for one that goes back. */
export function directionOf(name: string): 1 | -1 {
  return /(right|down|j)$/.test(name) ? 1 : -1;
}
