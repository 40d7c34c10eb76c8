import { useCallback, useState } from 'react';

/** What is selected in a list. */
export interface ListSelection<Item> {
  /** In the order in which they were selected. */
  items: Item[];
  select: (items: Item[], isSelected: boolean) => void;
  clear: () => void;
  /** Takes out a record that was deleted. */
  forget: (id: string) => void;
}

/**
 * Selects records of a list, over several of its pages. Another filter clears the selection: nothing is done to what the list
 * does not show.
 * @param shown those of the page that is shown, which replace what was known of them when they were selected
 * @param address with the filters, and the page, which is none
 */
export function useListSelection<Item extends { id: string }>(
  shown: Item[],
  address: URLSearchParams,
): ListSelection<Item> {
  const filters = filtersIn(address);
  const [state, setState] = useState({ filters, chosen: new Map<string, Item>() });
  const choose = (chosen: Map<string, Item>) => setState({ filters, chosen });
  if (state.filters !== filters) choose(new Map());
  return {
    items: [...state.chosen.values()].map((known) => shown.find(({ id }) => id === known.id) ?? known),
    select: (items, isSelected) => {
      const chosen = new Map(state.chosen);
      for (const item of items) {
        if (isSelected) chosen.set(item.id, item);
        else chosen.delete(item.id);
      }
      choose(chosen);
    },
    clear: () => choose(new Map()),
    forget: useCallback(
      (id) => setState((old) => ({ ...old, chosen: new Map([...old.chosen].filter(([chosen]) => chosen !== id)) })),
      [setState],
    ),
  };
}

function filtersIn(address: URLSearchParams): string {
  return [...address]
    .filter(([name]) => name !== 'page' && name !== 'sort')
    .toSorted()
    .join('&');
}
