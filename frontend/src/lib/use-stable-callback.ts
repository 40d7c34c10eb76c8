import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function in every render, so that memoized components stay as they are; a call reaches the one of the latest
 * render. For what events call, not for what rendering calls.
 */
export function useStableCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
