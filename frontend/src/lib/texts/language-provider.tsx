import type { Language } from '@gmb-moments/backend/contract/languages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chunkQuery } from '../chunk';
import { useChosenLanguage } from './language';
import { ENGLISH_TRANSLATOR, Translator, TranslatorContext, type VisitorTexts } from './translator';

/** The texts of each language but English are a chunk of their own. */
const LOAD: Record<Exclude<Language, 'en'>, () => Promise<VisitorTexts>> = {
  de: async () => (await import('./de')).GERMAN,
  fr: async () => (await import('./fr')).FRENCH,
  es: async () => (await import('./es')).SPANISH,
  pt: async () => (await import('./pt')).PORTUGUESE,
  it: async () => (await import('./it')).ITALIAN,
  nl: async () => (await import('./nl')).DUTCH,
  ar: async () => (await import('./ar')).ARABIC,
};

/** Loads the translator of a language. English is always there. */
export function translatorQuery(language: Language) {
  return {
    ...chunkQuery<Translator>(`texts/${language}`, async () =>
      language === 'en' ? ENGLISH_TRANSLATOR : new Translator(language, await LOAD[language]()),
    ),
    initialData: language === 'en' ? ENGLISH_TRANSLATOR : undefined,
  };
}

interface LanguageProviderProps {
  /** Used unless the visitor chose another one. */
  language: Language;
  /** Shown instead of the children until the texts are loaded. */
  placeholder?: ReactNode;
  children: ReactNode;
}

/** Provides the translator of the visitor's language, or English if its texts cannot be loaded. */
export function LanguageProvider({ language, placeholder, children }: LanguageProviderProps) {
  const chosen = useChosenLanguage();
  const query = translatorQuery(chosen ?? language);
  const { data, errorUpdateCount } = useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: false });
  // Also while they are asked for once more, so that nothing is lost that was typed meanwhile.
  const t = data ?? (errorUpdateCount > 0 ? ENGLISH_TRANSLATOR : undefined);
  return t ? <TranslatorContext value={t}>{children}</TranslatorContext> : placeholder;
}
