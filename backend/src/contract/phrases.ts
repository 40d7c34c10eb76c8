import { directionOf, type Language } from './languages.js';

/** Forms of a text by the plural of its number `{n}`, as `Intl.PluralRules` names them. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Texts of one language by their names. `{name}` stands for a value. */
export type PhrasesOf<Key extends string> = Record<Key, string | Plural>;

/** What is said to people in one language. Free of framework code. */
export class Phrases<Key extends string> {
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly lists: Intl.ListFormat;

  constructor(
    readonly language: Language,
    protected readonly texts: PhrasesOf<Key>,
  ) {
    this.plurals = new Intl.PluralRules(language);
    // The digits of names such as `#3`.
    this.numbers = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
    const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
    this.days = new Intl.DateTimeFormat(language, options);
    this.lists = new Intl.ListFormat(language);
  }

  get direction(): 'ltr' | 'rtl' {
    return directionOf(this.language);
  }

  /** A text with its values; `n` also chooses the plural. */
  text(key: Key, values: Record<string, string | number> = {}): string {
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

  /** Names in a row, such as "a, b, and c". */
  list(names: string[]): string {
    return this.lists.format(names);
  }

  /** A name in another script keeps its own direction. */
  private isolated(value: string): string {
    return this.direction === 'rtl' ? `\u2068${value}\u2069` : value;
  }
}
