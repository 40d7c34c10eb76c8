import { useShortcuts, type Shortcut, type ShortcutHandlers, type ShortcutOptions } from '../../../lib/shortcuts';
import type { TextKey } from '../../../lib/texts/translator';
import { deviceStorage } from './visit';

/** The keys of the review pages in the order of their list, with the text that says what each does. */
export const REVIEW_SHORTCUTS = {
  approve: { label: 'A', description: 'approve', keys: ['a'] },
  reject: { label: 'R', description: 'reject', keys: ['r'] },
  next: { label: 'J', description: 'keys.next', keys: ['j'] },
  previous: { label: 'K', description: 'keys.previous', keys: ['k'] },
  undo: { label: 'U', description: 'keys.undo', keys: ['u'] },
  list: { label: '?', description: 'keys.list', keys: ['?'] },
} satisfies Record<string, Shortcut<TextKey>>;

/** Where it is kept that somebody switched the keys of single letters off. */
const STORAGE_KEY = 'review-keys';

/** Whether single letters are keys: who speaks to the computer, or types past its fields, may switch them off. */
export const letterShortcuts = {
  areOn: (): boolean => deviceStorage.read(STORAGE_KEY) !== 'off',
  turn: (to: 'on' | 'off'): void => deviceStorage.write(STORAGE_KEY, to),
};

/** Binds keys of a review page. A key that is held down acts once: it may decide something. */
export function useReviewShortcuts(actions: ShortcutHandlers<typeof REVIEW_SHORTCUTS>, options: ShortcutOptions): void {
  useShortcuts(REVIEW_SHORTCUTS, actions, { ...options, accepts: ({ repeat }) => !repeat && letterShortcuts.areOn() });
}
