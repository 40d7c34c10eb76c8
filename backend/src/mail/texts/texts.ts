import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.js';
import { ENGLISH } from './en.js';

/** Forms of a text by the plural of its number `{n}`, as `Intl.PluralRules` names them. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type MailTexts = Record<keyof typeof ENGLISH, string | Plural>;

const TEXTS: Partial<Record<Language, MailTexts>> = { en: ENGLISH };

/** What stands for the braces of a text. */
export type Values = Record<string, string | number>;

/** Speaks one language. */
export class Say {
  private readonly texts: MailTexts;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;

  constructor(readonly language: Language) {
    this.texts = TEXTS[language] ?? TEXTS[DEFAULT_LANGUAGE]!;
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
  }

  /** A text with its values; `n` also chooses the plural. */
  text(key: keyof MailTexts, values: Values = {}): string {
    const found = this.texts[key];
    const form = typeof found === 'string' ? found : (found[this.plurals.select(Number(values['n']))] ?? found.other);
    return form.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }

  /** A day, such as "Monday, November 30". @param day `YYYY-MM-DD` */
  day(day: string): string {
    const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(this.language, options).format(new Date(`${day}T00:00:00Z`));
  }
}
