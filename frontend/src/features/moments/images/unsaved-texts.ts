import { useEffect } from 'react';
import { createStore } from '../../../lib/store';

/** Texts of an image that were typed and are not saved. */
export interface UnsavedText {
  imageId: string;
  /** Place within the moment, from 1. */
  number: number;
  /** Whether they are being saved. */
  isSaving: boolean;
  /** Why they could not be saved; `''` where that was not tried. */
  reason: string;
}

export type UnsavedTexts = ReturnType<typeof createUnsavedTexts>;

/** Creates the list of a page's images whose texts are not saved. They report themselves; who wants to know them reads it. */
export function createUnsavedTexts() {
  const store = createStore<UnsavedText[]>([]);
  return {
    ...store,
    /** Adds texts; what it returns takes them away. */
    report: (text: UnsavedText) => {
      store.set([...store.get(), text].sort((one, other) => one.number - other.number));
      return () => store.set(store.get().filter((other) => other !== text));
    },
  };
}

/** Reports an image while its texts are not saved. */
export function useUnsavedText(
  texts: UnsavedTexts,
  { imageId, number, isSaving, reason, isUnsaved }: UnsavedText & { isUnsaved: boolean },
): void {
  useEffect(() => {
    return isUnsaved ? texts.report({ imageId, number, isSaving, reason }) : undefined;
  }, [texts, isUnsaved, imageId, number, isSaving, reason]);
}
