import { directionOf, type Language } from './languages.js';

/** Plural forms of a text by the categories of `Intl.PluralRules`, for the value `{n}`. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The texts of one language by their keys. `{name}` is a placeholder for a value. */
export type PhrasesOf<Key extends string> = Record<Key, string | Plural>;

/** Formats texts, days and lists in one language. Free of framework code. */
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
    // Western digits, as in names of photos such as `#3`.
    this.numbers = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
    const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
    this.days = new Intl.DateTimeFormat(language, options);
    this.lists = new Intl.ListFormat(language);
  }

  get direction(): 'ltr' | 'rtl' {
    return directionOf(this.language);
  }

  /** The text with its placeholders replaced; the value `n` also selects the plural form. */
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

  /** In right-to-left texts, isolates a value, so that a name in another script keeps its own direction. */
  private isolated(value: string): string {
    return this.direction === 'rtl' ? `\u2068${value}\u2069` : value;
  }
}
