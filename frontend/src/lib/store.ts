import { useSyncExternalStore } from 'react';

export type Store<Value> = ReturnType<typeof createStore<Value>>;

/**
 * A value that is changed outside of React; components read it with `useStored`, or a part of it with `useSelected`.
 * @param initial also what is drawn on the server
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

/** The value of a store, kept current. */
export function useStore<Value>(store: Store<Value>): Value {
  return useStoreSelector(store, (value) => value);
}

/**
 * A part of what a store holds, kept current: the component is drawn again only when that part is another one.
 * @param select returns what the store holds, or a plain value made of it; never a new object
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
