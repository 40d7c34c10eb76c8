import { directionOf, type Language } from '../../contract/languages.js';
import { ARABIC } from './ar.js';
import { DUTCH } from './nl.js';
import { ENGLISH } from './en.js';
import { FRENCH } from './fr.js';
import { GERMAN } from './de.js';
import { ITALIAN } from './it.js';
import { PORTUGUESE } from './pt.js';
import { SPANISH } from './es.js';
import type { MailTexts } from './texts.js';

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

/** Speaks one language. */
export class Say {
  private static readonly all = new Map<Language, Say>();
  private readonly texts: MailTexts;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;

  private constructor(readonly language: Language) {
    this.texts = TEXTS[language];
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
    this.days = new Intl.DateTimeFormat(language, options);
  }

  static in(language: Language): Say {
    const say = this.all.get(language) ?? new Say(language);
    this.all.set(language, say);
    return say;
  }

  /** A text with its values; `n` also chooses the plural. */
  text(key: keyof MailTexts, values: Record<string, string | number> = {}): string {
    const found = this.texts[key];
    const form = typeof found === 'string' ? found : (found[this.plurals.select(Number(values['n']))] ?? found.other);
    return form.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? this.numbers.format(value) : this.isolated(value);
    });
  }

  /** A day, such as "Monday, November 30". @param day `YYYY-MM-DD` */
  day(day: string): string {
    return this.days.format(new Date(`${day}T00:00:00Z`));
  }

  /** A name in another script keeps its own direction. */
  private isolated(value: string): string {
    return directionOf(this.language) === 'rtl' ? `\u2068${value}\u2069` : value;
  }
}
