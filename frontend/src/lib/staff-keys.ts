import type { Key } from './keys';

/** The key that is held for another meaning of a letter or a click. */
export const CTRL = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd' : 'Ctrl';

/** The keys of every page of staff. */
export const STAFF_KEYS = {
  search: { label: `${CTRL}+K`, does: 'Search', names: ['ctrl+k'], inFields: true },
  notifications: { label: 'B', does: 'Notifications', names: ['b'] },
  sidebar: { label: `${CTRL}+B`, does: 'Fold the sidebar', names: ['ctrl+b'], inFields: true },
} satisfies Record<string, Key>;
