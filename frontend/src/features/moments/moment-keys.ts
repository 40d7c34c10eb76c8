import type { Key } from '../../lib/keys';
import { CTRL, STAFF_KEYS } from '../../lib/staff-keys';

const PHOTOS = {
  next: { label: 'J, →', does: 'Next photo', names: ['j', 'arrowright'] },
  previous: { label: 'K, ←', does: 'Previous photo', names: ['k', 'arrowleft'] },
  row: { label: '↓ ↑', does: 'Photo in the next or previous row', names: ['arrowdown', 'arrowup'] },
  preview: { label: 'Enter', does: 'Full-size preview' },
  sharing: { label: 'S', does: 'Show or hide sharing', names: ['s'] },
  inspector: { label: 'I', does: 'Show or hide the inspector', names: ['i'] },
} satisfies Record<string, Key>;

const SELECTED = {
  edit: { label: 'E', does: 'Edit', names: ['e'] },
  regenerate: { label: 'G', does: 'Regenerate', names: ['g'] },
  resubmit: { label: 'R', does: 'Resubmit for Approval', names: ['r'] },
  place: { label: 'Alt+← →', does: 'Move earlier or later', names: ['alt+arrowleft', 'alt+arrowright'] },
  placeByRow: { label: 'Alt+↑ ↓', does: 'Move by a row', names: ['alt+arrowup', 'alt+arrowdown'] },
} satisfies Record<string, Key>;

const SEVERAL = {
  choose: { label: 'Space', does: 'Select or unselect this one', names: [' '] },
  extend: { label: 'Shift+← →', does: 'Select up to the next one' },
  extendTo: { label: 'Shift+click', does: 'Select up to this one' },
  chooseOne: { label: `${CTRL}+click`, does: 'Select or unselect one' },
  chooseAll: { label: `${CTRL}+A`, does: 'Select all', names: ['ctrl+a'] },
  placeAll: { label: 'Alt+arrow', does: 'Move the selected together' },
  bulk: { label: 'G, R', does: 'Regenerate or resubmit the selected' },
  clear: { label: 'Esc', does: 'Clear the selection', names: ['escape'] },
} satisfies Record<string, Key>;

const CAPTION = {
  captionStep: { label: 'J, K', does: 'Save, then the next or previous photo', names: ['j', 'k'] },
  fieldStep: { label: 'Alt+J, Alt+K', does: 'The same from within a field', names: ['alt+j', 'alt+k'], inFields: true },
} satisfies Record<string, Key>;

const PREVIEW = {
  previewStep: { label: '←, →', does: 'Previous or next photo', names: ['arrowleft', 'arrowright', 'j', 'k'] },
  zoom: { label: 'Z', does: 'Fit the window, or 100 %', names: ['z'] },
} satisfies Record<string, Key>;

const EVERYWHERE = {
  ...STAFF_KEYS,
  list: { label: '?', does: 'This list', names: ['?'] },
} satisfies Record<string, Key>;

/** The keys of the page, as they are listed. */
export const KEY_GROUPS: Record<string, Record<string, Key>> = {
  Photos: PHOTOS,
  'The selected photo': SELECTED,
  'Several photos': SEVERAL,
  'While editing a caption': CAPTION,
  'In the full-size preview': PREVIEW,
  Everywhere: EVERYWHERE,
};

export const KEYS = { ...PHOTOS, ...SELECTED, ...SEVERAL, ...CAPTION, ...PREVIEW, ...EVERYWHERE };
