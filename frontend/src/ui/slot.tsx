import { useDeferredValue, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';

interface Content {
  /** Id of what it shows. */
  about: string;
  children: ReactNode;
}

/** A place on the page that a component elsewhere draws into. */
export interface Slot {
  subscribe: (listener: () => void) => () => void;
  content: () => Content | null;
  fill: (content: Content | null) => void;
}

/** Creates a slot; share it with the component that fills it and with the one that shows its content. */
export function createSlot(): Slot {
  const listeners = new Set<() => void>();
  let current: Content | null = null;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    content: () => current,
    fill: (content) => {
      current = content;
      listeners.forEach((listener) => listener());
    },
  };
}

/** Draws the children in the slot while it is mounted; one component at a time may do so. */
export function FillSlot({ slot, about, children }: Content & { slot: Slot }) {
  useLayoutEffect(() => slot.fill({ about, children }), [slot, about, children]);
  useLayoutEffect(() => () => slot.fill(null), [slot]);
  return null;
}

/**
 * The content of a slot. A change of what it is about is drawn as soon as the browser has time, so that the rest of the page
 * answers first; any other change is drawn at once, as fields need it.
 */
export function SlotContent({ slot }: { slot: Slot }) {
  const content = useSyncExternalStore(slot.subscribe, slot.content);
  const drawn = useDeferredValue(content);
  const isOther = content && drawn && content.about !== drawn.about;
  return (isOther ? drawn : content)?.children;
}
