import { useShortcuts, type Shortcut, type ShortcutHandlers, type ShortcutOptions } from '../../../lib/shortcuts';
import type { TextKey } from '../../../lib/texts/translator';
import { deviceStorage } from './browser-storage';

/** The shortcuts of review pages, in the order in which they are listed. */
export const REVIEW_SHORTCUTS = {
  approve: { label: 'A', description: 'approve', keys: ['a'] },
  reject: { label: 'R', description: 'reject', keys: ['r'] },
  next: { label: 'J', description: 'keys.next', keys: ['j'] },
  previous: { label: 'K', description: 'keys.previous', keys: ['k'] },
  undo: { label: 'U', description: 'keys.undo', keys: ['u'] },
  list: { label: '?', description: 'keys.list', keys: ['?'] },
} satisfies Record<string, Shortcut<TextKey>>;

/** Key in local storage: `off` if the visitor switched single-letter shortcuts off. */
const STORAGE_KEY = 'review-keys';

/** Whether single-letter shortcuts work. Users of speech input need to switch them off (WCAG 2.1.4). */
export const letterShortcuts = {
  areOn: (): boolean => deviceStorage.read(STORAGE_KEY) !== 'off',
  turn: (to: 'on' | 'off'): void => deviceStorage.write(STORAGE_KEY, to),
};

/** Binds shortcuts of review pages. Repeats of a held key are ignored, because shortcuts may decide. */
export function useReviewShortcuts(actions: ShortcutHandlers<typeof REVIEW_SHORTCUTS>, options: ShortcutOptions): void {
  useShortcuts(REVIEW_SHORTCUTS, actions, { ...options, accepts: ({ repeat }) => !repeat && letterShortcuts.areOn() });
}
