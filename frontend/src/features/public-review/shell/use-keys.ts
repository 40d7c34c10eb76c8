import { useEffect, useEffectEvent } from 'react';

/** The keys of the review pages in the order of their list, with the text that says what each does. */
export const KEYS = {
  approve: { key: 'a', does: 'approve' },
  reject: { key: 'r', does: 'reject' },
  next: { key: 'j', does: 'keys.next' },
  previous: { key: 'k', does: 'keys.previous' },
  undo: { key: 'u', does: 'keys.undo' },
  list: { key: '?', does: 'keys.list' },
} as const;

/** Where it is kept that somebody switched the keys of single letters off. */
const STORED = 'review-keys';

/** Whether single letters are keys: who speaks to the computer, or types past its fields, may switch them off. */
export const letterKeys = {
  areOn: (): boolean => {
    try {
      return localStorage.getItem(STORED) !== 'off';
    } catch {
      return true;
    }
  },
  turn: (to: 'on' | 'off'): void => {
    try {
      localStorage.setItem(STORED, to);
    } catch {
      // A browser that blocks its storage keeps them on.
    }
  },
};

/**
 * Calls the action of a key while the reviewer is not typing.
 * @param keys actions by the name of the key, in lower case
 * @param isOn false while something else takes the keys
 */
export function useKeys(keys: Record<string, () => void>, isOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    const isArrow = key.startsWith('Arrow');
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.matches('input, textarea, select, [role=menuitem]')) return;
    const action = keys[key.toLowerCase()];
    if (!action || (!isArrow && (repeat || !letterKeys.areOn()))) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
