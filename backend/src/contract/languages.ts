/** Languages of mails and of the review pages, by their code. Free of framework code. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** Names of the languages, each in its own, so that everybody finds theirs. */
export const LANGUAGE_LABELS: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  ar: 'العربية',
};

/** How a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** The cookie that keeps the language which a visitor chose for the review pages. */
export const LANGUAGE_COOKIE = 'language';

/** The language that a visitor chose. @param cookies header of a request, or `document.cookie` */
export function chosenLanguage(cookies: string | undefined): Language | undefined {
  const value = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`, 'u').exec(cookies ?? '')?.[1];
  return LANGUAGES.find((language) => language === value);
}
