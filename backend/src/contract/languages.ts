/** Languages of mails and of the review pages, by their code; English is the default. Free of framework code. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
