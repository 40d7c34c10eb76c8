import {
  chosenLanguage,
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
} from '@gmb-moments/backend/contract/languages';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language that the visitor chose on this device; `undefined` if they chose none. */
export function useChosenLanguage(): Language | undefined {
  return useSyncExternalStore(subscribe, ofCookie, () => undefined);
}

/** Stores the visitor's choice for a year, in a cookie, because the server renders the next page in this language. */
export function chooseLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  listeners.forEach((listener) => listener());
}

/** The chosen language, otherwise the first of the browser's languages that is translated, otherwise the default. */
export function visitorLanguage(): Language {
  const spoken = navigator.languages.map((language) => language.toLowerCase().split('-')[0]);
  const known = spoken.map((code) => LANGUAGES.find((language) => language === code)).find(Boolean);
  return ofCookie() ?? known ?? DEFAULT_LANGUAGE;
}

function ofCookie(): Language | undefined {
  return chosenLanguage(document.cookie);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
