import { useState } from 'react';
import type { Reviewed } from './use-decisions';

/** The items of the page, or only those that are not decided yet. */
export interface Left<Item> {
  shown: Item[];
  /** How many are left to decide. */
  count: number;
  isOnlyLeft: boolean;
  toggle: () => void;
}

/** Lets the reviewer see only what is left; once nothing is, all items are shown again. */
export function useLeft<Item extends Reviewed>(items: Item[]): Left<Item> {
  const [isWanted, setWanted] = useState(false);
  const left = items.filter(({ status }) => status === 'pending');
  const isOnlyLeft = isWanted && left.length > 0;
  return {
    shown: isOnlyLeft ? left : items,
    count: left.length,
    isOnlyLeft,
    toggle: () => setWanted(!isOnlyLeft),
  };
}
