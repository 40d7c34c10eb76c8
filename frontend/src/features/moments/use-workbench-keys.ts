import { useKeys } from '../../lib/keys';
import type { Workbench } from './use-workbench';

/** The keys of the contact sheet: they move the selection, choose, put the selected image elsewhere, and open or close the inspector. */
export function useWorkbenchKeys(workbench: Workbench): void {
  const go = (delta: number) => (event: KeyboardEvent) => workbench.move(delta, { isExtending: event.shiftKey });
  const { selected, isChoosing } = workbench;
  useKeys(
    {
      j: go(1),
      k: go(-1),
      arrowright: go(1),
      arrowleft: go(-1),
      arrowdown: (event) => go(columns())(event),
      arrowup: (event) => go(-columns())(event),
      'alt+arrowright': () => workbench.reorder(1),
      'alt+arrowleft': () => workbench.reorder(-1),
      'alt+arrowdown': () => workbench.reorder(columns()),
      'alt+arrowup': () => workbench.reorder(-columns()),
      ' ': () => selected && workbench.toggle(selected.id),
      'ctrl+a': workbench.chooseAll,
      ...(isChoosing && { escape: workbench.clearChosen }),
      i: workbench.toggleInspector,
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
