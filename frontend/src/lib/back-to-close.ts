import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Back (of a browser, of a phone) closes an overlay before it leaves the page. While an overlay is open, the history has one
 * more entry for the same page; Back leads from it to the page's own entry, and then closes the topmost overlay. However the
 * last overlay is closed, the entry is removed with it.
 *
 * The router numbers its entries (`idx`). The additional entry has the number of its page, and the router does not learn of
 * it: it writes and follows `pageHistory`, and what it pushes replaces the additional entry. Review pages have no router.
 */

interface Layer {
  close: () => void;
  historyEntry: 'own' | 'shared';
}

interface EntryState {
  idx?: number;
  isOverlay?: true;
}

/** How long to wait for a step through the history, which the browser may refuse. */
const STEP_MS = 1000;

/** The open overlays, the topmost last. */
const layers: Layer[] = [];
/** Number of the page that is shown. */
let page: number | undefined;
/** What the router wrote while a step that began here is under way; `undefined` while none is. */
let held: (() => void)[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const pageListeners = new Set<() => void>();

/**
 * Closes an overlay on Back while it is open. One that stays open, because it is busy or needs a confirmation, is closed
 * by the next Back.
 * @param historyEntry `shared` is for what may open while the router steps through the history: it is closed by Back where
 *   something else is open as well
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

/** The history of this window's pages, for the router: the browser's without the entries of overlays. */
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
  /** Calls `listener` after each step to another page. */
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

/** Creates or removes the additional entry, depending on whether an overlay is open. */
function updateEntry(): void {
  if (held) return;
  const { isOverlay = false } = entryState();
  if (isOverlaid() && !isOverlay) {
    // The step back from the overlay leaves the page where it was scrolled to meanwhile.
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
  // Once the browser would have scrolled.
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

// On the server, which draws review pages, there is no history.
if (typeof history !== 'undefined') {
  page = entryState().idx;
  addEventListener('popstate', onPop);
  // The page may have been reloaded while an overlay was open.
  updateEntry();
}
