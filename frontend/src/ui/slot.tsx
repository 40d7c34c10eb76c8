import { useDeferredValue, useLayoutEffect, type ReactNode } from 'react';
import { createStore, useStored, type Store } from '../lib/store';

interface Content {
  /** Id of what it shows. */
  about: string;
  children: ReactNode;
}

/** A place on the page that a component elsewhere draws into. */
export type Slot = Store<Content | null>;

/** Creates a slot; share it with the component that fills it and with the one that shows its content. */
export function createSlot(): Slot {
  return createStore<Content | null>(null);
}

/** Draws the children in the slot while it is mounted; one component at a time may do so. */
export function FillSlot({ slot, about, children }: Content & { slot: Slot }) {
  useLayoutEffect(() => slot.set({ about, children }), [slot, about, children]);
  useLayoutEffect(() => () => slot.set(null), [slot]);
  return null;
}

/**
 * The content of a slot. A change of what it is about is drawn as soon as the browser has time, so that the rest of the page
 * answers first; any other change is drawn at once, as fields need it.
 */
export function SlotContent({ slot }: { slot: Slot }) {
  const content = useStored(slot);
  const drawn = useDeferredValue(content);
  const isOther = content && drawn && content.about !== drawn.about;
  return (isOther ? drawn : content)?.children;
}
