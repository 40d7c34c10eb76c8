import { useReducer } from 'react';

interface State {
  /** The last selected image, and its place among the shown ones. */
  id: string;
  place: number;
  chosen: ReadonlySet<string>;
  /** The images between two that Shift chose last, and what was chosen before. */
  range: { first: string; last: string; before: ReadonlySet<string> } | null;
  /** Whether a plain click chooses. */
  clicksChoose: boolean;
}

type Action =
  | { type: 'place'; place: number }
  | { type: 'select' | 'toggle' | 'extend' | 'click'; id: string }
  | { type: 'step'; delta: number; then: 'select' | 'extend' }
  | { type: 'all' | 'start' | 'clear' };

const START: State = { id: '', place: 0, chosen: new Set(), range: null, clicksChoose: false };

/**
 * Which of the images that are shown is selected, and which are chosen. Selected: the one that the inspector shows. Chosen:
 * those that are ticked for the bulk actions; the screen calls these selected, too. The first image is selected until another
 * one is; when the selected one goes, the one in its place follows.
 * @param shown ids in display order
 * @param first the one that is selected at first
 */
export function useSelection(shown: string[], first: string | null) {
  const [state, act] = useReducer((before: State, action: Action) => next(before, action, shown), {
    ...START,
    id: first ?? '',
  });
  const found = shown.indexOf(state.id);
  const at = placeOf(state, shown);
  if (found >= 0 && found !== state.place) act({ type: 'place', place: found });
  const chosen = shown.filter((id) => state.chosen.has(id));
  return {
    selected: shown[at] ?? null,
    /** Place among the shown ones, from 0. */
    at,
    /** Those of the shown ones that are chosen, in display order. */
    chosen,
    clicksChoose: state.clicksChoose,
    act,
  };
}

function placeOf({ id, place }: State, shown: string[]): number {
  const found = shown.indexOf(id);
  return found >= 0 ? found : Math.min(place, shown.length - 1);
}

function next(state: State, action: Action, shown: string[]): State {
  switch (action.type) {
    case 'place':
      return { ...state, place: action.place };
    case 'select':
      return { ...state, id: action.id };
    case 'step': {
      const id = shown[placeOf(state, shown) + action.delta];
      return id === undefined ? state : next(state, { type: action.then, id }, shown);
    }
    case 'toggle':
      return { ...state, id: action.id, chosen: toggled(state.chosen, action.id), range: null };
    case 'click':
      return next(state, { ...action, type: state.clicksChoose ? 'toggle' : 'select' }, shown);
    case 'extend':
      return extended(state, action.id, shown);
    case 'all':
      return { ...state, chosen: new Set(shown), range: null };
    case 'start':
      return { ...state, clicksChoose: true };
    case 'clear':
      return { ...START, id: state.id, place: state.place };
  }
}

/** From the selected image to this one; a range that ends at the selected one grows or shrinks with it. */
function extended(state: State, id: string, shown: string[]): State {
  const selected = shown[placeOf(state, shown)] ?? id;
  const { first, before } = state.range?.last === selected ? state.range : { first: selected, before: state.chosen };
  const [one = 0, other = 0] = [shown.indexOf(first), shown.indexOf(id)];
  const between = shown.slice(Math.max(0, Math.min(one, other)), Math.max(one, other) + 1);
  return { ...state, id, chosen: new Set([...before, ...between]), range: { first, last: id, before } };
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
