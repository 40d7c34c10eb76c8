import { useCallback, useState } from 'react';

/** The selected records of a list. */
export interface ListSelection<Item> {
  /** In the order of selection. */
  items: Item[];
  select: (items: Item[], isSelected: boolean) => void;
  clear: () => void;
  /** Removes a deleted record from the selection. */
  forget: (id: string) => void;
}

/**
 * The selection of records over several pages of a list. Changing a filter clears it, so that no action affects
 * hidden records.
 * @param shown the records of the current page; they replace older copies in the selection
 * @param address the page's query string with the filters
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
