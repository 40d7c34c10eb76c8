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

export const TEXTS: Record<Language, MailTexts> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  it: ITALIAN,
  nl: DUTCH,
  ar: ARABIC,
};

/** Says what mails say, in one language. */
export class Say extends Phrases<keyof MailTexts> {
  private static readonly all = new Map<Language, Say>();

  static in(language: Language): Say {
    const say = this.all.get(language) ?? new Say(language, TEXTS[language]);
    this.all.set(language, say);
    return say;
  }
}
