import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Back (of a browser, of a phone) closes an overlay before it leaves the page. While an overlay is open, the history has one
 * more entry for the same page; Back leads from it to the page's own entry, and then closes the topmost overlay. However the
 * last overlay is closed, the entry is removed with it.
 *
 * The router numbers its entries (`idx`). The additional entry has the number of its page, so the router ignores steps
 * between the two, and what the router pushes replaces the additional entry.
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
/** Number of the page that the router shows. */
let page: number | undefined;
/** What the router wrote while a step that began here is under way. */
let held: (() => void)[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

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

function stateNow(): EntryState {
  return (history.state ?? {}) as EntryState;
}

function isOverlaid(): boolean {
  return layers.some(({ historyEntry }) => historyEntry === 'own');
}

/** Creates or removes the additional entry, depending on whether an overlay is open. */
function updateEntry(): void {
  if (held) return;
  const { isOverlay = false } = stateNow();
  if (isOverlaid() && !isOverlay) {
    // The step back from the overlay leaves the page where it was scrolled to meanwhile.
    history.scrollRestoration = 'manual';
    pushState({ ...stateNow(), isOverlay: true }, '');
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
  for (const write of writes) write();
  updateEntry();
}

function onPop(event: PopStateEvent): void {
  const { idx, isOverlay } = stateNow();
  const isSamePage = idx === page;
  page = idx;
  if (isSamePage) event.stopImmediatePropagation();
  // Once the browser would have scrolled.
  if (isSamePage && !isOverlay) setTimeout(() => (history.scrollRestoration = 'auto'));
  if (held) arrive();
  else if (isOverlay) updateEntry();
  else if (isSamePage) closeTop();
}

function closeTop(): void {
  held = [];
  flushSync(() => layers.at(-1)?.close());
  if (isOverlaid()) step(1);
  else arrive();
}

/** Called when this module is loaded: the first listener can stop the event. */
function follow(): void {
  page = stateNow().idx;
  history.pushState = (state, unused, url) => {
    if (held) return void held.push(() => history.pushState(state, unused, url));
    if (stateNow().isOverlay) replaceState(state, unused, url);
    else pushState(state, unused, url);
    page = stateNow().idx;
  };
  history.replaceState = (state, unused, url) => {
    if (held) return void held.push(() => history.replaceState(state, unused, url));
    const { isOverlay } = stateNow();
    const isSameAddress = !url || new URL(url, location.href).href === location.href;
    replaceState(isOverlay && isSameAddress ? { ...state, isOverlay } : state, unused, url);
    page = stateNow().idx;
  };
  addEventListener('popstate', onPop);
  // The page may have been reloaded while an overlay was open.
  updateEntry();
}

function pushState(...entry: Parameters<History['pushState']>): void {
  History.prototype.pushState.apply(history, entry);
}

function replaceState(...entry: Parameters<History['replaceState']>): void {
  History.prototype.replaceState.apply(history, entry);
}

// On the server, which draws review pages, there is no history.
if (typeof history !== 'undefined') follow();
