import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { parseFaqs } from '../../contract/faqs.js';
import { SECTIONS, type Section } from '../../contract/statuses.js';
import type { UncheckedCaption, UncheckedSections, DraftCheck } from '../ai.js';
import { findJson } from '../json-in-text.js';
import { oneLine } from '../text.js';
import { withoutMarkedThoughts } from '../thoughts.js';

/** Maximum number of characters of an answer that is read. Captions and sections are far shorter. */
const ANSWER_MAX = 100_000;
/** How many characters of an unusable answer the request for its correction quotes. */
const QUOTED_MAX = 8000;

/** The form in which a model is asked for an answer. */
export interface AnswerSchema {
  name: string;
  schema: Record<string, unknown>;
}

/** The content of an answer, or the problems that make it unreadable. */
type ReadResult<T> = { content: T } | DraftCheck<never>;

const text = z.string().transform(withoutMarkedThoughts);
const oneLineText = text.transform(oneLine).refine((value) => value !== '', { error: 'must not be empty' });
const keywords = z.array(text).transform((entries) => entries.flatMap((entry) => entry.split(/[,;\n]/u)));

const list = z.array(text);

const CAPTION = z.object({
  title: oneLineText,
  description: oneLineText,
  exifKeywords: keywords,
  geoAltDescription: oneLineText,
});
const SECTION_FORMS: { [S in Section]: z.ZodType<UncheckedSections[S]> } = {
  description: text,
  services: list,
  serviceAreas: list,
  faqs: z.array(z.object({ question: text, answer: text })),
  keywords: list,
};

export const CAPTION_SCHEMA = toAnswerSchema('caption', CAPTION);
const SECTION_SCHEMAS = new Map(
  SECTIONS.map((section) => {
    const name = `${section.replace('Areas', '_areas')}_suggestion`;
    return [section, toAnswerSchema(name, z.object({ [section]: SECTION_FORMS[section] }))];
  }),
);

export function sectionSchema(section: Section): AnswerSchema {
  return SECTION_SCHEMAS.get(section)!;
}

/**
 * Converts a form to a JSON schema. Lengths and counts are stated in the instructions only, because several providers
 * refuse `maxLength` and `minItems`.
 */
function toAnswerSchema(name: string, form: z.ZodObject): AnswerSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(form.strict(), { io: 'input' });
  return { name, schema };
}

/** Reads a caption out of a model's answer. */
export function readCaption(answer: string): ReadResult<UncheckedCaption> {
  const json = findAnswerJson(answer);
  if (!json) return NOT_JSON;
  const caption = findLastWithField(Object.keys(CAPTION.shape), json) ?? json.at(-1)!;
  const { exifKeywords } = caption as { exifKeywords?: unknown };
  // Models that do not know JSON schemas write the keywords as one text.
  return parseContent(
    CAPTION,
    typeof exifKeywords === 'string' ? { ...caption, exifKeywords: [exifKeywords] } : caption,
  );
}

/** Reads a section out of a model's answer. */
export function readSection<S extends Section>(answer: string, section: S): ReadResult<UncheckedSections[S]> {
  const json = findAnswerJson(answer);
  if (json) {
    const holder = findLastWithField([section], json) as Record<string, unknown> | undefined;
    const value = holder ? holder[section] : findLastList(json);
    return parseContent(SECTION_FORMS[section], normalizeSection(value, section), section);
  }
  const isText = section === 'faqs' && answer.length <= ANSWER_MAX;
  const faqs = isText ? parseFaqs(answer.trim().replace(/^```\w*|```$/gu, '')) : null;
  return faqs?.length ? parseContent(SECTION_FORMS[section], faqs, section) : NOT_JSON;
}

const NOT_JSON = { problems: ['The answer was not one complete JSON object.'], usable: null };

/**
 * The objects and lists of an answer; `null` when there is none, when it is too long, or when the last one is cut
 * off.
 */
function findAnswerJson(answer: string): object[] | null {
  if (answer.length > ANSWER_MAX) return null;
  const { values, isCut } = findJson(answer);
  return isCut || values.length === 0 ? null : values;
}

/** Keys of a model's reasoning; drafts under them are not answers. */
const THOUGHTS = /think|thought|reason|reflect|analysis|draft|plan|scratch|monologue/iu;
/** Keys under which models without schema support return a list. */
const LIST_KEYS = /^(?:results?|output|answer|response|data|content|items|list|suggestions?)$/iu;
/** How deep an answer may be wrapped. */
const WRAPPERS_MAX = 2;

/**
 * Returns the last object that has one of the fields. It may be wrapped: in an object that holds no other such
 * object, in a list of one entry, or in a JSON string.
 */
function findLastWithField(fields: string[], values: object[]): object | undefined {
  return values.toReversed().flatMap((value) => unwrap(value, fields, WRAPPERS_MAX) ?? [])[0];
}

function unwrap(value: unknown, fields: string[], wrappers: number): object | undefined {
  if (typeof value === 'string') {
    const [json, ...more] = /^\s*[{[]/u.test(value) ? findJson(value).values : [];
    return more.length > 0 ? undefined : unwrap(json, fields, wrappers);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (fields.some((field) => Object.hasOwn(value, field))) return value;
  if (wrappers === 0 || (Array.isArray(value) && value.length > 1)) return undefined;
  const parts = Object.entries(value).filter(([key]) => !THOUGHTS.test(key));
  const [found, ...others] = parts.flatMap(([, part]) => unwrap(part, fields, wrappers - 1) ?? []);
  return others.length > 0 ? undefined : found;
}

/** Returns the last list. It may be wrapped in an object without other keys. */
function findLastList(values: object[]): unknown[] | undefined {
  return values.findLast((value) => Array.isArray(value)) ?? values.flatMap(wrappedList).at(-1);
}

function wrappedList(value: object): unknown[][] {
  const [[key, entries] = ['', undefined], ...others] = Object.entries(value) as [string, unknown][];
  return others.length === 0 && LIST_KEYS.test(key) && Array.isArray(entries) && entries.length > 0 ? [entries] : [];
}

function parseContent<T>(form: z.ZodType<T>, value: unknown, field?: string): ReadResult<T> {
  const { success, data, error } = form.safeParse(value);
  if (success) return { content: data };
  const at = (path: PropertyKey[]) => [field, ...path].filter((part) => part !== undefined).join('.') || 'The answer';
  return { problems: error.issues.map(({ path, message }) => `${at(path)}: ${message}.`), usable: null };
}

/** Corrects the forms of models without schema support: a list as one text, an entry as an object with a name. */
function normalizeSection(value: unknown, section: Section): unknown {
  if (section === 'description') return value;
  if (section === 'faqs') return typeof value === 'string' ? parseFaqs(value) : value;
  if (typeof value === 'string') return splitEntries(withoutMarkedThoughts(value));
  if (!Array.isArray(value)) return value;
  return value.map((entry: { name?: unknown } | string | null) => (typeof entry === 'object' && entry?.name) || entry);
}

function splitEntries(lines: string): string[] {
  return lines.split(lines.includes('\n') ? '\n' : /[,;]/u);
}

/** Returns the messages that ask for a correction: the answer itself, and its problems. */
export function correctionMessages(answer: string, problems: string[]): ChatCompletionMessageParam[] {
  const complaints = problems.map((problem) => `- ${problem}`).join('\n');
  const content = `This answer cannot be used:\n${complaints}\nAnswer again with the complete, corrected JSON object and nothing else.`;
  return [
    { role: 'assistant', content: answer.slice(0, QUOTED_MAX) || '(empty)' },
    { role: 'user', content },
  ];
}
