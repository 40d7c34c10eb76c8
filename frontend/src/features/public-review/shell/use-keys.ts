import { useEffect, useEffectEvent } from 'react';

/** The keys of the review pages in the order of their list, with what it says about them. */
export const KEYS = {
  approve: { key: 'a', does: 'Approve' },
  reject: { key: 'r', does: 'Reject' },
  next: { key: 'j', does: 'Next' },
  previous: { key: 'k', does: 'Previous' },
  undo: { key: 'u', does: 'Undo, for a moment after a decision' },
  list: { key: '?', does: 'This list' },
};

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
