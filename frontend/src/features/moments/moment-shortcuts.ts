import type { Shortcut } from '../../lib/shortcuts';
import { CTRL, STAFF_SHORTCUTS } from '../../lib/staff-shortcuts';

const PHOTOS = {
  next: { label: 'J, →', description: 'Next photo', keys: ['j', 'arrowright'] },
  previous: { label: 'K, ←', description: 'Previous photo', keys: ['k', 'arrowleft'] },
  row: { label: '↓ ↑', description: 'Photo in the next or previous row', keys: ['arrowdown', 'arrowup'] },
  preview: { label: 'Enter', description: 'Full-size preview' },
  sharing: { label: 'S', description: 'Show or hide sharing', keys: ['s'] },
  inspector: { label: 'I', description: 'Show or hide the inspector', keys: ['i'] },
} satisfies Record<string, Shortcut>;

const SELECTED = {
  edit: { label: 'E', description: 'Edit', keys: ['e'] },
  regenerate: { label: 'G', description: 'Regenerate', keys: ['g'] },
  resubmit: { label: 'R', description: 'Resubmit for Approval', keys: ['r'] },
  place: { label: 'Alt+← →', description: 'Move earlier or later', keys: ['alt+arrowleft', 'alt+arrowright'] },
  placeByRow: { label: 'Alt+↑ ↓', description: 'Move by a row', keys: ['alt+arrowup', 'alt+arrowdown'] },
} satisfies Record<string, Shortcut>;

const SEVERAL = {
  choose: { label: 'Space', description: 'Select or unselect this one', keys: [' '] },
  extend: { label: 'Shift+← →', description: 'Select up to the next one' },
  extendTo: { label: 'Shift+click', description: 'Select up to this one' },
  chooseOne: { label: `${CTRL}+click`, description: 'Select or unselect one' },
  chooseAll: { label: `${CTRL}+A`, description: 'Select all', keys: ['ctrl+a'] },
  placeAll: { label: 'Alt+arrow', description: 'Move the selected together' },
  bulk: { label: 'G, R', description: 'Regenerate or resubmit the selected' },
  clear: { label: 'Esc', description: 'Clear the selection', keys: ['escape'] },
} satisfies Record<string, Shortcut>;

const CAPTION = {
  captionStep: { label: 'J, K', description: 'Save, then the next or previous photo', keys: ['j', 'k'] },
  fieldStep: {
    label: 'Alt+J, Alt+K',
    description: 'The same from within a field',
    keys: ['alt+j', 'alt+k'],
    worksInFields: true,
  },
} satisfies Record<string, Shortcut>;

const PREVIEW = {
  previewStep: { label: '←, →', description: 'Previous or next photo', keys: ['arrowleft', 'arrowright', 'j', 'k'] },
  zoom: { label: 'Z', description: 'Fit the window, or 100 %', keys: ['z'] },
} satisfies Record<string, Shortcut>;

const EVERYWHERE = {
  ...STAFF_SHORTCUTS,
  list: { label: '?', description: 'This list', keys: ['?'] },
} satisfies Record<string, Shortcut>;

/** The shortcuts of the page, in the groups in which they are listed. */
export const SHORTCUT_GROUPS: Record<string, Record<string, Shortcut>> = {
  Photos: PHOTOS,
  'The selected photo': SELECTED,
  'Several photos': SEVERAL,
  'While editing a caption': CAPTION,
  'In the full-size preview': PREVIEW,
  Everywhere: EVERYWHERE,
};

export const MOMENT_SHORTCUTS = { ...PHOTOS, ...SELECTED, ...SEVERAL, ...CAPTION, ...PREVIEW, ...EVERYWHERE };
