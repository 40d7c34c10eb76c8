/**
 * The selected image and the chosen images among the shown ones. Selected: the one that the inspector shows. Chosen:
 * those for the bulk actions; the screen calls them selected, too.
 */
export interface Selection {
  /** Id of the image that was selected last; `''` initially. */
  id: string;
  /** Its position among the shown images, from 0. When it disappears, the image at this position is selected. */
  place: number;
  chosen: ReadonlySet<string>;
  /** The range that was chosen last with Shift, and the images chosen before it; `null` for none. */
  range: { first: string; last: string; before: ReadonlySet<string> } | null;
  /** Whether a plain click chooses instead of selecting. */
  clicksChoose: boolean;
}

export type SelectionAction =
  | { type: 'select' | 'toggle' | 'extend' | 'click'; id: string }
  | { type: 'step'; delta: number; then: 'select' | 'extend' }
  | { type: 'all' | 'start' | 'clear' };

const NONE = { chosen: new Set<string>(), range: null, clicksChoose: false };

/** The initial selection. @param id the selected image; `''` for the first one */
export const newSelection = (id: string): Selection => ({ id, place: 0, ...NONE });

/** Position of the selected image among the shown ones, from 0; -1 if none is shown. */
export function selectedPlace({ id, place }: Selection, shown: string[]): number {
  const found = shown.indexOf(id);
  return found >= 0 ? found : Math.min(place, shown.length - 1);
}

/** The selection after the shown images have changed. */
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

/**
 * Chooses the range from the selected image to this one. A range that ends at the selected image is extended or
 * shortened.
 */
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
