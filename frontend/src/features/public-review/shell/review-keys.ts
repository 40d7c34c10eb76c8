import { useKeys, type Key, type KeyActions, type KeyOptions } from '../../../lib/keys';
import type { TextKey } from '../../../lib/texts/translator';
import { deviceStore } from './session';

/** The keys of the review pages in the order of their list, with the text that says what each does. */
export const KEYS = {
  approve: { label: 'A', does: 'approve', names: ['a'] },
  reject: { label: 'R', does: 'reject', names: ['r'] },
  next: { label: 'J', does: 'keys.next', names: ['j'] },
  previous: { label: 'K', does: 'keys.previous', names: ['k'] },
  undo: { label: 'U', does: 'keys.undo', names: ['u'] },
  list: { label: '?', does: 'keys.list', names: ['?'] },
} satisfies Record<string, Key<TextKey>>;

/** Where it is kept that somebody switched the keys of single letters off. */
const STORED = 'review-keys';

/** Whether single letters are keys: who speaks to the computer, or types past its fields, may switch them off. */
export const letterKeys = {
  areOn: (): boolean => deviceStore.read(STORED) !== 'off',
  turn: (to: 'on' | 'off'): void => deviceStore.write(STORED, to),
};

/** Binds keys of a review page. A key that is held down acts once: it may decide something. */
export function useReviewKeys(actions: KeyActions<typeof KEYS>, options: KeyOptions): void {
  useKeys(KEYS, actions, { ...options, counts: ({ repeat }) => !repeat && letterKeys.areOn() });
}
