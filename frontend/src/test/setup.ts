import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach } from '@jest/globals';
import { act, cleanup, configure, getConfig } from '@testing-library/react';
import React from 'react';
import { toast } from '../lib/toast';
import { fakeServer } from './server';
import { setSystemTheme, systemTheme } from './system-theme';

/** Stubs of browser APIs that jsdom lacks: media queries, modal dialogs, layout, object URLs, message ports. */

// Pages render slowly in jsdom, especially when several test files run in parallel.
configure({ asyncUtilTimeout: 20_000 });

// Printing the DOM is slow, and `findBy…` and `waitFor` do it for each attempt although only the last message is
// shown.
const { getElementError } = getConfig();
const isTrying = () =>
  (getConfig() as unknown as Record<string, unknown>)['_disableExpensiveErrorDiagnostics'] === true;
configure({
  getElementError: (message, container) =>
    isTrying() ? new Error(message ?? '') : getElementError(message, container),
});

// React records a stack trace per element for its warnings, which takes a tenth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
Object.defineProperty(internals!, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

const mediaLists = new Map<string, MediaQueryList>();

// One list per query, because jsdom compares each new listener with all listeners of its target.
window.matchMedia = (query: string): MediaQueryList => {
  const known = mediaLists.get(query);
  if (known) return known;
  const list = new EventTarget();
  const matches = () => {
    if (query === '(prefers-color-scheme: dark)') return systemTheme() === 'dark';
    const [, side, width] = /\((min|max)-width:\s*([\d.]+)px\)/.exec(query) ?? [];
    if (!width) return false;
    return side === 'min' ? window.innerWidth >= Number(width) : window.innerWidth <= Number(width);
  };
  window.addEventListener('resize', () => list.dispatchEvent(new Event('change')));
  Object.defineProperty(list, 'matches', { get: matches });
  const created = Object.assign(list, {
    media: query,
    onchange: null,
    addListener: (listener: EventListener) => list.addEventListener('change', listener),
    removeListener: (listener: EventListener) => list.removeEventListener('change', listener),
  }) as unknown as MediaQueryList;
  mediaLists.set(query, created);
  return created;
};

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.MessageChannel = class {
  port1 = { onmessage: null as ((event: { data: unknown }) => void) | null };
  port2 = { postMessage: (data: unknown) => void setTimeout(() => this.port1.onmessage?.({ data })) };
} as unknown as typeof MessageChannel;

// Ant Design injects thousands of CSS rules, which jsdom would match for each computed style.
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', { get: () => '', set() {} });

// A minimal `showModal`: opens the dialog and moves the focus; closing restores it. Nothing becomes inert.
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement);
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function close() {
  this.removeAttribute('open');
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
};
const openers = new WeakMap<HTMLDialogElement, Element | null>();

const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
URL.createObjectURL = (file) => `blob:${(file as File).name}`;
URL.revokeObjectURL = () => undefined;

beforeEach(() => {
  fakeServer.reset();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'sidebar_state=; path=/; max-age=0';
  window.innerWidth = 1280;
  act(() => setSystemTheme('light'));
});

afterEach(async () => {
  cleanup();
  await act(async () => toast.clear());
});
