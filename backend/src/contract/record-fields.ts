/** Describes the texts of records as data, for backend and frontend. Free of framework code. */

/**
 * The type of a field's value:
 * - `line`, `text`: a text of one line, of several lines
 * - `keywords`: one text, separated by commas
 * - `lines`: one text with one entry per line
 * - `tags`: a list of texts
 * - `webAddress`, `phone`
 * - `faqs`: one text in one of two forms (`faqs.ts`)
 */
export type FieldKind = 'line' | 'text' | 'keywords' | 'lines' | 'tags' | 'webAddress' | 'phone' | 'faqs';

/** One field of a record. */
export interface RecordField {
  readonly kind: FieldKind;
  /** Its label on screens. */
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
  /** Placeholder of the empty field. */
  readonly placeholder?: string;
  /** Help text below the field. */
  readonly hint?: string;
  /** Description in the API's document. */
  readonly note?: string;
  /** Its value in examples of the API's document. */
  readonly example: string;
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** The record's fields with their values. An empty text is `''`, an empty list `[]`. */
export type ValuesOf<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { kind: 'tags' } ? string[] : string;
};

/** The names of all entries of a catalogue. */
export type NamesOf<Catalogue extends object> = keyof Catalogue & string;

/** The names of entries with a flag that is `true`: `NamesWith<typeof IMAGE_FIELDS, 'isShownToClient'>`. */
export type NamesWith<Fields extends object, Flag extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<Flag, true>> ? Name : never;
}[keyof Fields] &
  string;

/** The names of all fields, in the order of the catalogue. */
export function namesOf<Fields extends RecordFields>(fields: Fields): NamesOf<Fields>[] {
  return Object.keys(fields);
}

/** The labels of the fields, by name. */
export function labelsOf<Fields extends RecordFields>(fields: Fields): Record<keyof Fields, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof Fields,
    string
  >;
}

/** The names of the fields with this flag, in the order of the catalogue. */
export function namesWith<Fields extends RecordFields, Flag extends string>(
  fields: Fields,
  flag: Flag,
): NamesWith<Fields, Flag>[] {
  const hasFlag = (name: string): boolean => (fields[name] as unknown as Record<Flag, unknown>)[flag] === true;
  return Object.keys(fields).filter(hasFlag) as NamesWith<Fields, Flag>[];
}

/** These fields of a record, and nothing else of it. */
export function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;
}

/** A record whose fields are all empty. */
export function emptyRecord<Fields extends RecordFields>(fields: Fields): ValuesOf<Fields> {
  const entries = Object.entries(fields).map(([name, { kind }]) => [name, kind === 'tags' ? [] : '']);
  return Object.fromEntries(entries) as ValuesOf<Fields>;
}

/** Appends a suffix to all names: `description` becomes `descriptionSuggestion`. */
export function suffixed<Fields extends object, Suffix extends string>(
  fields: Fields,
  suffix: Suffix,
): { readonly [Name in keyof Fields & string as `${Name}${Suffix}`]: Fields[Name] } {
  const entries = Object.entries(fields).map(([name, value]) => [`${name}${suffix}`, value]);
  return Object.fromEntries(entries) as { [Name in keyof Fields & string as `${Name}${Suffix}`]: Fields[Name] };
}

/** A label in sentence case: `Geo alt description`; words in all capitals stay. */
export function sentenceCase(label: string): string {
  return label.replace(/ [A-Z](?=[a-z])/gu, (start) => start.toLowerCase());
}
