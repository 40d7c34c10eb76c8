import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';

/** The user's setting: a theme, or that of the system. Stored in local storage, so all tabs share it. */
export type ThemeChoice = ThemeMode | 'system';

const KEY = 'theme';
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** The current theme. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode);
}

/** Applies changes of the theme in other tabs or in the system, until the returned function is called. */
export function followTheme(): () => void {
  return subscribe(() => undefined);
}

/** The user's setting; light by default. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  apply();
}

/** Switches between light and dark. */
export function toggleThemeMode(): void {
  chooseTheme(themeMode() === 'dark' ? 'light' : 'dark');
}

function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(KEY);
  return choice === 'dark' || choice === 'system' ? choice : 'light';
}

// `public/theme.js` does the same before the first paint.
function themeMode(): ThemeMode {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return window.matchMedia(SYSTEM_IS_DARK).matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = themeMode();
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(SYSTEM_IS_DARK);
  listeners.add(listener);
  system.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', apply);
    if (listeners.size === 0) window.removeEventListener('storage', apply);
  };
}
