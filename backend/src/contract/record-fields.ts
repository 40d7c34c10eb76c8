/** How the texts of records are described: once, as data, which both sides read. Free of framework code. */

/**
 * What a field holds: one `line`; a `text` of several lines; `keywords`, separated by commas in one text; `lines`, one entry each in one text; `tags`, a list of texts;
 * a `webAddress`; a `phone` number; `faqs` in one of their two written forms.
 */
export type FieldKind = 'line' | 'text' | 'keywords' | 'lines' | 'tags' | 'webAddress' | 'phone' | 'faqs';

/** One field of a record. */
export interface RecordField {
  readonly kind: FieldKind;
  /** Its name on the screens. */
  readonly label: string;
  /** Characters of the text; of one entry, where it holds several. */
  readonly max: number;
  /** Entries, of `lines` and `tags`. */
  readonly items?: number;
  /** Whether it must be present and non-blank. */
  readonly isRequired?: boolean;
  /** Rows of its text area; without them it is as high as its text. */
  readonly rows?: number;
  /** Whether it takes the whole width of its form. */
  readonly isWide?: true;
  /** Stands in it while it is empty. */
  readonly placeholder?: string;
  /** Stands below it. */
  readonly hint?: string;
  /** What the API's document says about it. */
  readonly note?: string;
  /** What stands in it in the examples of the API's document. */
  readonly example: string;
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** The record's fields with their values. An empty text is `''`, an empty list `[]`. */
export type ValuesOf<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { kind: 'tags' } ? string[] : string;
};

/** The names of all entries of a catalogue. */
export type NamesOf<Catalogue extends object> = keyof Catalogue & string;

/** The names of the entries of which a mark is set: `NamesWith<typeof IMAGE_FIELDS, 'isShownToClient'>`. */
export type NamesWith<Fields extends object, Mark extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<Mark, true>> ? Name : never;
}[keyof Fields] &
  string;

/** The names of all fields, in the order of the catalogue. */
export function namesOf<Fields extends RecordFields>(fields: Fields): NamesOf<Fields>[] {
  return Object.keys(fields);
}

/** What the fields are called on the screens. */
export function labelsOf<Fields extends RecordFields>(fields: Fields): Record<keyof Fields, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof Fields,
    string
  >;
}

/** The names of the fields of which this mark is set, in the order of the catalogue. */
export function namesWith<Fields extends RecordFields, Mark extends string>(
  fields: Fields,
  mark: Mark,
): NamesWith<Fields, Mark>[] {
  const isMarked = (name: string): boolean => (fields[name] as unknown as Record<Mark, unknown>)[mark] === true;
  return Object.keys(fields).filter(isMarked) as NamesWith<Fields, Mark>[];
}

/** These fields of a record, and nothing else of it. */
export function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;
}

/** A record of which nothing is filled in. */
export function emptyRecord<Fields extends RecordFields>(fields: Fields): ValuesOf<Fields> {
  const entries = Object.entries(fields).map(([name, { kind }]) => [name, kind === 'tags' ? [] : '']);
  return Object.fromEntries(entries) as ValuesOf<Fields>;
}

/** The same values under names that end so: `description` becomes `descriptionSuggestion`. */
export function suffixed<Fields extends object, Suffix extends string>(
  fields: Fields,
  suffix: Suffix,
): { readonly [Name in keyof Fields & string as `${Name}${Suffix}`]: Fields[Name] } {
  const entries = Object.entries(fields).map(([name, value]) => [`${name}${suffix}`, value]);
  return Object.fromEntries(entries) as { [Name in keyof Fields & string as `${Name}${Suffix}`]: Fields[Name] };
}

/** A label as it stands in a sentence: `Geo alt description`; words in capitals keep them. */
export function sentenceCase(label: string): string {
  return label.replace(/ [A-Z](?=[a-z])/gu, (start) => start.toLowerCase());
}
