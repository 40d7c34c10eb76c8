import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * The Back button of a browser or a phone closes an open overlay instead of leaving the page. While an overlay is
 * open, the history has an additional entry for the same page. Back goes from it to the page's own entry and closes
 * the topmost overlay. Closing the last overlay in another way removes the entry.
 *
 * The router numbers its entries (`idx`). The additional entry has the number of its page and is hidden from the
 * router, which uses `pageHistory` instead of `history`: what it pushes replaces the additional entry. Review pages
 * have no router.
 */

interface Layer {
  close: () => void;
  historyEntry: 'own' | 'shared';
}

interface EntryState {
  idx?: number;
  isOverlay?: true;
}

/** How long to wait for `history.go` to finish: browsers may ignore it. */
const STEP_MS = 1000;

/** The open overlays, the topmost last. */
const layers: Layer[] = [];
/** The router's number (`idx`) of the current page. */
let page: number | undefined;
/** The router's writes, queued while a `history.go` of this file is running; `undefined` if none is. */
let held: (() => void)[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const pageListeners = new Set<() => void>();

/**
 * Closes an overlay on Back while it is open. An overlay that refuses to close, because it is busy or asks for a
 * confirmation, is closed by the next Back.
 * @param historyEntry `shared` adds no history entry, for overlays that may open while the router steps through the
 * history; Back
 *   closes them only if another overlay is open
 */
export function useBackToClose(open: boolean, onClose: () => void, historyEntry: Layer['historyEntry'] = 'own'): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const layer = { close: () => close(), historyEntry };
    layers.push(layer);
    queueMicrotask(updateEntry);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(updateEntry);
    };
  }, [open, historyEntry]);
}

/** The browser's history without the entries of overlays, for the router. */
export const pageHistory = {
  get state() {
    return entryState();
  },
  pushState(state: EntryState, unused: string, url?: string | URL | null) {
    write(() => {
      if (entryState().isOverlay) history.replaceState(state, unused, url);
      else history.pushState(state, unused, url);
    });
  },
  replaceState(state: EntryState, unused: string, url?: string | URL | null) {
    write(() => {
      const { isOverlay } = entryState();
      const isSameAddress = !url || new URL(url, location.href).href === location.href;
      history.replaceState(isOverlay && isSameAddress ? { ...state, isOverlay } : state, unused, url);
    });
  },
  go(delta: number) {
    history.go(delta);
  },
  /** Calls `listener` after each navigation to another page. */
  addListener(listener: () => void) {
    pageListeners.add(listener);
  },
  removeListener(listener: () => void) {
    pageListeners.delete(listener);
  },
};

function write(toHistory: () => void): void {
  const run = () => {
    toHistory();
    page = entryState().idx;
  };
  if (held) held.push(run);
  else run();
}

function entryState(): EntryState {
  return (history.state ?? {}) as EntryState;
}

function isOverlaid(): boolean {
  return layers.some(({ historyEntry }) => historyEntry === 'own');
}

/** Adds or removes the additional entry, depending on whether an overlay is open. */
function updateEntry(): void {
  if (held) return;
  const { isOverlay = false } = entryState();
  if (isOverlaid() && !isOverlay) {
    // Keeps the scroll position when Back closes the overlay.
    history.scrollRestoration = 'manual';
    history.pushState({ ...entryState(), isOverlay: true }, '');
  } else if (!isOverlaid() && isOverlay) step(-1);
}

function step(delta: 1 | -1): void {
  held ??= [];
  timer = setTimeout(arrive, STEP_MS);
  history.go(delta);
}

function arrive(): void {
  clearTimeout(timer);
  const writes = held ?? [];
  held = undefined;
  for (const run of writes) run();
  updateEntry();
}

function onPop(): void {
  const { idx, isOverlay } = entryState();
  const isSamePage = idx === page;
  page = idx;
  // After the moment at which the browser would restore the scroll position.
  if (isSamePage && !isOverlay) setTimeout(() => (history.scrollRestoration = 'auto'));
  if (held) arrive();
  else if (isOverlay) updateEntry();
  else if (isSamePage) closeTop();
  if (!isSamePage) pageListeners.forEach((listener) => listener());
}

function closeTop(): void {
  held = [];
  flushSync(() => layers.at(-1)?.close());
  if (isOverlaid()) step(1);
  else arrive();
}

// Review pages are also rendered on the server, where there is no history.
if (typeof history !== 'undefined') {
  page = entryState().idx;
  addEventListener('popstate', onPop);
  // The page may have been reloaded while an overlay was open.
  updateEntry();
}
