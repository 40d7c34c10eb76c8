import type { Shortcut } from './shortcuts';

/** The key that is held for another meaning of a letter or a click. */
export const CTRL = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd' : 'Ctrl';

/** The keys of every page of staff. */
export const STAFF_SHORTCUTS = {
  search: { label: `${CTRL}+K`, description: 'Search', keys: ['ctrl+k'], worksInFields: true },
  notifications: { label: 'B', description: 'Notifications', keys: ['b'] },
  sidebar: { label: `${CTRL}+B`, description: 'Fold the sidebar', keys: ['ctrl+b'], worksInFields: true },
} satisfies Record<string, Shortcut>;
