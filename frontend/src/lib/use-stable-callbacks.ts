import { useLayoutEffect, useRef, useState } from 'react';

type Callbacks = Record<string, (...args: never[]) => unknown>;

/**
 * The same object of functions in every render, so that memoized components stay as they are; a call reaches the function of
 * the latest render. For what events call, not for what rendering calls.
 */
export function useStableCallbacks<Named extends Callbacks>(callbacks: Named): Named {
  const latest = useRef(callbacks);
  useLayoutEffect(() => {
    latest.current = callbacks;
  });
  const [stable] = useState(() => {
    const names = Object.keys(callbacks);
    return Object.fromEntries(names.map((name) => [name, (...args: never[]) => latest.current[name]!(...args)]));
  });
  return stable as Named;
}
