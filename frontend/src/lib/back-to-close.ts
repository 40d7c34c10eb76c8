import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Back (of a browser, of a phone) closes what lies over a page before it leaves the page. While something is open, the
 * history has one more entry for the same page; Back leads from it to the page's own entry, and is taken as the wish to close
 * what is on top. However the last overlay closes, the entry goes with it.
 *
 * The router numbers its entries (`idx`), and the additional one has the number of its page: the router never sees a step
 * between the two, and what it pushes from the additional entry takes the place of that.
 */

interface Layer {
  close: () => void;
  entry: 'own' | 'shared';
}

interface EntryState {
  idx?: number;
  isOverlay?: true;
}

/** How long to wait for a step that the browser may refuse to take. */
const STEP_MS = 1000;

const pushState = history.pushState.bind(history);
const replaceState = history.replaceState.bind(history);
/** What is open, the topmost last. */
const layers: Layer[] = [];
/** Number of the page that the router shows. */
let page = stateNow().idx;
/** While a step that was asked for here is under way: what the router wanted to write meanwhile. */
let held: (() => void)[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Has Back close an overlay while it is open. One that stays open nevertheless, because it is busy or has to ask first, is
 * asked again by the next Back.
 * @param entry `shared` is for what may open while the router steps through the history: it is closed by Back where
 *   something else is open as well
 */
export function useBackToClose(open: boolean, onClose: () => void, entry: Layer['entry'] = 'own'): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const layer = { close: () => close(), entry };
    layers.push(layer);
    queueMicrotask(settle);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(settle);
    };
  }, [open, entry]);
}

function stateNow(): EntryState {
  return (history.state ?? {}) as EntryState;
}

function isOverlaid(): boolean {
  return layers.some(({ entry }) => entry === 'own');
}

/** Makes the additional entry, or removes it, as what is open asks for. */
function settle(): void {
  if (held) return;
  const { isOverlay = false } = stateNow();
  if (isOverlaid() && !isOverlay) pushState({ ...stateNow(), isOverlay: true }, '');
  else if (!isOverlaid() && isOverlay) step(-1);
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
  settle();
}

function onPop(event: PopStateEvent): void {
  const { idx, isOverlay } = stateNow();
  const isSamePage = idx === page;
  page = idx;
  if (isSamePage) event.stopImmediatePropagation();
  if (held) arrive();
  else if (isOverlay) settle();
  else if (isSamePage) closeTop();
}

function closeTop(): void {
  held = [];
  flushSync(() => layers.at(-1)?.close());
  if (isOverlaid()) step(1);
  else arrive();
}

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

// Imported before the router is made: what listens first may keep a step to itself.
addEventListener('popstate', onPop);
// The page was loaded again while something lay over it.
settle();
