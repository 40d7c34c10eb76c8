const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Name of a language in English. */
export function languageName(language: string): string {
  return LANGUAGE_NAMES.of(language) ?? language;
}
