import type { Shortcut } from './shortcuts';

/** Name of the modifier key on this system. */
export const CTRL = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd' : 'Ctrl';

/** The shortcuts of all staff pages. */
export const STAFF_SHORTCUTS = {
  search: { label: `${CTRL}+K`, description: 'Search', keys: ['ctrl+k'], worksInFields: true },
  notifications: { label: 'B', description: 'Notifications', keys: ['b'] },
  sidebar: { label: `${CTRL}+B`, description: 'Fold the sidebar', keys: ['ctrl+b'], worksInFields: true },
} satisfies Record<string, Shortcut>;
