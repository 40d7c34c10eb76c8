/**
 * Which of the images that are shown is selected, and which are chosen. Selected: the one that the inspector shows. Chosen:
 * those that are ticked for the bulk actions; the screen calls these selected, too.
 */
export interface Selection {
  /** The image that was selected last; `''` before one was. */
  id: string;
  /** Its place among the shown ones, from 0: where it goes, the one in its place follows. */
  place: number;
  chosen: ReadonlySet<string>;
  /** The images between two that Shift chose last, and what was chosen before. */
  range: { first: string; last: string; before: ReadonlySet<string> } | null;
  /** Whether a plain click chooses. */
  clicksChoose: boolean;
}

export type SelectionAction =
  | { type: 'select' | 'toggle' | 'extend' | 'click'; id: string }
  | { type: 'step'; delta: number; then: 'select' | 'extend' }
  | { type: 'all' | 'start' | 'clear' };

const NONE = { chosen: new Set<string>(), range: null, clicksChoose: false };

/** @param id the image that is selected at first; `''` for the first one */
export const newSelection = (id: string): Selection => ({ id, place: 0, ...NONE });

/** Place of the selected image among the shown ones, from 0; -1 where there are none. The first one is selected until another is. */
export function selectedPlace({ id, place }: Selection, shown: string[]): number {
  const found = shown.indexOf(id);
  return found >= 0 ? found : Math.min(place, shown.length - 1);
}

/** The selection once other images are shown. */
export function withShown(selection: Selection, shown: string[]): Selection {
  const place = selectedPlace(selection, shown);
  return !shown.includes(selection.id) || place === selection.place ? selection : { ...selection, place };
}

/** The selection after an action. @param shown ids of the images that are shown, in display order */
export function withAction(selection: Selection, action: SelectionAction, shown: string[]): Selection {
  return withShown(next(selection, action, shown), shown);
}

function next(selection: Selection, action: SelectionAction, shown: string[]): Selection {
  switch (action.type) {
    case 'select':
      return selection.id === action.id ? selection : { ...selection, id: action.id };
    case 'step': {
      const id = shown[selectedPlace(selection, shown) + action.delta];
      return id === undefined ? selection : next(selection, { type: action.then, id }, shown);
    }
    case 'toggle':
      return { ...selection, id: action.id, chosen: toggled(selection.chosen, action.id), range: null };
    case 'click':
      return next(selection, { ...action, type: selection.clicksChoose ? 'toggle' : 'select' }, shown);
    case 'extend':
      return extended(selection, action.id, shown);
    case 'all':
      return { ...selection, chosen: new Set(shown), range: null };
    case 'start':
      return { ...selection, clicksChoose: true };
    case 'clear':
      return { ...selection, ...NONE };
  }
}

/** From the selected image to this one; a range that ends at the selected one grows or shrinks with it. */
function extended(selection: Selection, id: string, shown: string[]): Selection {
  const selected = shown[selectedPlace(selection, shown)] ?? id;
  const { range, chosen } = selection;
  const { first, before } = range?.last === selected ? range : { first: selected, before: chosen };
  const [one = 0, other = 0] = [shown.indexOf(first), shown.indexOf(id)];
  const between = shown.slice(Math.max(0, Math.min(one, other)), Math.max(one, other) + 1);
  return { ...selection, id, chosen: new Set([...before, ...between]), range: { first, last: id, before } };
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
