import { useEffect, useEffectEvent } from 'react';
import { topDialog } from './dialogs';

/**
 * What the keys do, by `KeyboardEvent.key` in lower case, after `ctrl+` (also Cmd) or `alt+` where one of these is held.
 * Shift changes nothing.
 */
export type KeyActions = Record<string, KeyAction>;
export type KeyAction = (event: KeyboardEvent, name: string) => void;

/** A key of a page: as people read it, what it does, and the names by which it is bound, if it is. */
export interface Key<Does = string> {
  label: string;
  does: Does;
  names?: string[];
}

/** Actions for keys of a table, by the names by which the table binds them. */
export function boundTo<Table extends Record<string, Key>>(
  table: Table,
  actions: { [Entry in keyof Table]?: KeyAction },
): KeyActions {
  const bound = Object.entries(table).flatMap(([entry, { names = [] }]) => {
    const act = actions[entry];
    return act ? names.map((name) => [name, act] as const) : [];
  });
  return Object.fromEntries(bound);
}

/** What a button does, with its key: `Edit (E)`. */
export function withKey(text: string, { label }: Key): string {
  return `${text} (${label.split(',')[0]})`;
}

export interface KeyOptions {
  isActive?: boolean;
  /** Whether the keys act on the page, or in the dialog over it that holds an element with `data-dialog-keys`, or in both. */
  scope?: 'page' | 'dialog' | 'both';
  /** Whether this press of a key counts. */
  counts?: (event: KeyboardEvent) => boolean;
}

/** Lets keys act on the page while no dialog is open over it, or in a dialog; single keys only while nothing is typed. */
export function useKeys(actions: KeyActions, { isActive = true, scope = 'page', counts }: KeyOptions = {}): void {
  useKeydown((event) => {
    if (!isActive || event.defaultPrevented || isElsewhere(event, scope)) return;
    const name = nameOf(event);
    const act = actions[name];
    if (!act || counts?.(event) === false) return;
    event.preventDefault();
    act(event, name);
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
  const { key, code, altKey, ctrlKey, metaKey } = event;
  // With Alt, a Mac types signs instead of letters.
  const isSign = altKey && code.startsWith('Key') && !/^[a-z]$/i.test(key);
  const name = (isSign ? code.slice('Key'.length) : key).toLowerCase();
  return `${ctrlKey || metaKey ? 'ctrl+' : ''}${altKey ? 'alt+' : ''}${name}`;
}

const FIELDS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** In a field, on a control that the key presses, or in a dialog that does not share these keys. */
function isElsewhere({ target, key, altKey }: KeyboardEvent, scope: KeyOptions['scope']): boolean {
  if (!(target instanceof Element)) return false;
  // A field takes no letters with Alt.
  if (target.closest(FIELDS) && !(scope === 'dialog' && altKey)) return true;
  if (key === ' ' && target.closest('button, a, summary, input')) return true;
  if (key.startsWith('Arrow') && !altKey && target.closest('input')) return true;
  if (scope === 'both') return false;
  // The page may have the focus while a dialog is open over it.
  const dialog = target.closest('dialog') ?? topDialog();
  return dialog !== undefined && !dialog.querySelector(`[data-${scope}-keys]`);
}
