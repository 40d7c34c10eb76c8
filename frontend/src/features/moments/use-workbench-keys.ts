import { direction, useKeys } from '../../lib/keys';
import { KEYS } from './moment-keys';
import type { Workbench } from './use-workbench';

/** The keys of the contact sheet: they move the selection, choose, put the selected image elsewhere, and open or close the inspector. */
export function useWorkbenchKeys(workbench: Workbench): void {
  const { move, reorder, selected, isChoosing } = workbench;
  useKeys(
    KEYS,
    {
      next: ({ shiftKey }) => move(1, { isExtending: shiftKey }),
      previous: ({ shiftKey }) => move(-1, { isExtending: shiftKey }),
      row: ({ shiftKey }, name) => move(direction(name) * columns(), { isExtending: shiftKey }),
      place: (_event, name) => reorder(direction(name)),
      placeByRow: (_event, name) => reorder(direction(name) * columns()),
      choose: () => selected && workbench.toggle(selected.id),
      chooseAll: workbench.chooseAll,
      ...(isChoosing && { clear: workbench.clearChosen }),
      inspector: workbench.toggleInspector,
      sharing: workbench.toggleSharing,
    },
    { isActive: workbench.dialog === null },
  );
}

/** How many images a row of the contact sheet has. */
function columns(): number {
  const sheet = document.querySelector('[data-contact-sheet]');
  if (!sheet) return 1;
  return getComputedStyle(sheet).gridTemplateColumns.split(' ').filter(Boolean).length || 1;
}
