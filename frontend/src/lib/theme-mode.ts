import { useSyncExternalStore } from 'react';

/** Light or dark, kept in local storage under `theme` and shared by all tabs. */
export type ThemeMode = 'light' | 'dark';

const KEY = 'theme';
const listeners = new Set<() => void>();

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode);
}

export function toggleThemeMode(): void {
  localStorage.setItem(KEY, themeMode() === 'dark' ? 'light' : 'dark');
  apply();
}

function themeMode(): ThemeMode {
  return localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = themeMode();
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', apply);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', apply);
  };
}
