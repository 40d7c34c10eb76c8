import { useEffect, useEffectEvent } from 'react';
import { topDialog } from './dialogs';

/** A key of a page, in the table that binds it and prints it. */
export interface Key<Does = string> {
  /** As people read it. */
  label: string;
  does: Does;
  /**
   * `KeyboardEvent.key` in lower case, after `ctrl+` (also Cmd), `ctrl+shift+` or `alt+` where these are held. None where what
   * has the focus takes the key itself.
   */
  names?: string[];
  /** Whether it also acts while something is typed. */
  inFields?: boolean;
}

export type KeyAction = (event: KeyboardEvent, name: string) => void;
export type KeyActions<Table> = { [Entry in keyof Table]?: KeyAction };

export interface KeyOptions {
  isActive?: boolean;
  /** Whether the keys act on the page, or in the dialog over it that holds an element with `data-dialog-keys`, or in both. */
  scope?: 'page' | 'dialog' | 'both';
  /** Whether this press of a key counts. */
  counts?: (event: KeyboardEvent) => boolean;
}

/** Lets keys of a table act: on the page while no dialog is open over it, or in a dialog. */
export function useKeys<Table extends Record<string, Key<unknown>>>(
  table: Table,
  actions: KeyActions<Table>,
  { isActive = true, scope = 'page', counts }: KeyOptions = {},
): void {
  useKeydown((event) => {
    if (!isActive || event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    const bound = Object.entries(table).find(([entry, { names }]) => actions[entry] && names?.includes(name));
    if (!bound) return;
    const [entry, { inFields }] = bound;
    if ((!inFields && isTyping(event)) || isElsewhere(event, scope) || counts?.(event) === false) return;
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

function nameOf(event: KeyboardEvent): string {
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
function isTyping({ target, key, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ' && target.closest('button, a, summary, input')) return true;
  if (key.startsWith('Arrow') && !altKey && target.closest('input')) return true;
  return target.closest(FIELDS) !== null;
}

/** Whether the event is in a dialog, or under one, that does not share these keys. */
export function isElsewhere({ target }: KeyboardEvent, scope: KeyOptions['scope']): boolean {
  if (scope === 'both') return false;
  // The page may have the focus while a dialog is open over it.
  const dialog = (target instanceof Element && target.closest('dialog')) || topDialog();
  return dialog !== undefined && !dialog.querySelector(`[data-${scope}-keys]`);
}

/** What a button does, with its key: `Edit (E)`. */
export function withKey(text: string, { label }: Key): string {
  return `${text} (${label.split(',')[0]})`;
}

/** 1 for the name of a key that goes on, -1 for one that goes back. */
export function direction(name: string): 1 | -1 {
  return /(right|down|j)$/.test(name) ? 1 : -1;
}
