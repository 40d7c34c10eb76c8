import { useEffect, useSyncExternalStore } from 'react';

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
  const listeners = new Set<() => void>();
  let texts: UnsavedText[] = [];
  const change = (changed: UnsavedText[]) => {
    texts = changed;
    listeners.forEach((listener) => listener());
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: () => texts,
    /** Adds texts; what it returns takes them away. */
    report: (text: UnsavedText) => {
      change([...texts, text].sort((one, other) => one.number - other.number));
      return () => change(texts.filter((other) => other !== text));
    },
  };
}

/** The list, each time that it changes. */
export function useUnsavedList(texts: UnsavedTexts): UnsavedText[] {
  return useSyncExternalStore(texts.subscribe, texts.list);
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
