import type { Language } from '../../contract/languages.js';
import { Phrases } from '../../contract/phrases.js';
import { ARABIC } from './ar.js';
import { DUTCH } from './nl.js';
import { ENGLISH, type MailTexts } from './en.js';
import { FRENCH } from './fr.js';
import { GERMAN } from './de.js';
import { ITALIAN } from './it.js';
import { PORTUGUESE } from './pt.js';
import { SPANISH } from './es.js';

export const TEXTS_BY_LANGUAGE: Record<Language, MailTexts> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  it: ITALIAN,
  nl: DUTCH,
  ar: ARABIC,
};

/** The texts of mails in one language. */
export class Translator extends Phrases<keyof MailTexts> {
  private static readonly all = new Map<Language, Translator>();

  static in(language: Language): Translator {
    const t = this.all.get(language) ?? new Translator(language, TEXTS_BY_LANGUAGE[language]);
    this.all.set(language, t);
    return t;
  }
}
