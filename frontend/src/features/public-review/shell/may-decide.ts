import { createContext, useContext } from 'react';

/** Whether the link by which the page was opened may decide, or only look. */
export const MayDecide = createContext(true);

export function useMayDecide(): boolean {
  return useContext(MayDecide);
}
