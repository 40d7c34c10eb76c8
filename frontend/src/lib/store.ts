import { useSyncExternalStore } from 'react';

export type Store<Value> = ReturnType<typeof createStore<Value>>;

/**
 * A value outside of React. Components read it with `useStore`, or a part of it with `useStoreSelector`.
 * @param initial the first value, which is also used for rendering on the server
 */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set: (next: Value) => {
      if (next === value) return;
      value = next;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store; rerenders when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useStoreSelector(store, (value) => value);
}

/**
 * A part of a store's value; rerenders only when that part changes.
 * @param select returns a part of the value or a primitive derived from it, never a new object
 */
export function useStoreSelector<Value, Part>(
  { subscribe, get, initial }: Store<Value>,
  select: (value: Value) => Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(initial),
  );
}
