import type { Language } from '@gmb-moments/backend/contract/languages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chunkQuery } from '../chunk';
import { useChosenLanguage } from './language';
import { SAY_ENGLISH, Say, SayContext, type VisitorTexts } from './say';

/** Each is a chunk of its own. */
const LOAD: Record<Exclude<Language, 'en'>, () => Promise<VisitorTexts>> = {
  de: async () => (await import('./de')).GERMAN,
  fr: async () => (await import('./fr')).FRENCH,
  es: async () => (await import('./es')).SPANISH,
  pt: async () => (await import('./pt')).PORTUGUESE,
  it: async () => (await import('./it')).ITALIAN,
  nl: async () => (await import('./nl')).DUTCH,
  ar: async () => (await import('./ar')).ARABIC,
};

/** What says the texts in a language. */
export function sayQuery(language: Language) {
  return {
    ...chunkQuery<Say>(`texts/${language}`, async () =>
      language === 'en' ? SAY_ENGLISH : new Say(language, await LOAD[language]()),
    ),
    initialData: language === 'en' ? SAY_ENGLISH : undefined,
  };
}

interface SpeaksProps {
  /** Unless the visitor chose another one. */
  language: Language;
  /** Stands for the children until the texts are there. */
  meanwhile?: ReactNode;
  children: ReactNode;
}

/** Gives the children the texts in the visitor's language; in English where these cannot be loaded. */
export function Speaks({ language, meanwhile, children }: SpeaksProps) {
  const chosen = useChosenLanguage();
  const query = sayQuery(chosen ?? language);
  const { data, errorUpdateCount } = useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: false });
  // Also while they are asked for once more, so that nothing is lost that was typed meanwhile.
  const say = data ?? (errorUpdateCount > 0 ? SAY_ENGLISH : undefined);
  return say ? <SayContext value={say}>{children}</SayContext> : meanwhile;
}
