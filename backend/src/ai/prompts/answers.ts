import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { parseFaqs } from '../../contract/faqs.js';
import { SECTIONS, type Section } from '../../contract/statuses.js';
import type { UncheckedCaption, UncheckedSections, DraftCheck } from '../ai.js';
import { jsonIn } from '../json-in-text.js';
import { oneLine } from '../text.js';
import { saidIn } from '../thoughts.js';

/** A longer answer is not read, in characters. Captions and sections are far shorter. */
const ANSWER_MAX = 100_000;
/** How many characters of an unusable answer the request for its correction quotes. */
const QUOTED_MAX = 8000;

/** The form in which a model is asked for an answer. */
export interface AnswerSchema {
  name: string;
  schema: Record<string, unknown>;
}

/** The content of an answer, or why it cannot be read. */
type Read<T> = { content: T } | DraftCheck<never>;

const text = z.string().transform(saidIn);
const line = text.transform(oneLine).refine((value) => value !== '', { error: 'must not be empty' });
const keywords = z.array(text).transform((entries) => entries.flatMap((entry) => entry.split(/[,;\n]/u)));

const list = z.array(text);

const CAPTION = z.object({ title: line, description: line, exifKeywords: keywords, geoAltDescription: line });
const SECTION_FORMS: { [S in Section]: z.ZodType<UncheckedSections[S]> } = {
  description: text,
  services: list,
  serviceAreas: list,
  faqs: z.array(z.object({ question: text, answer: text })),
  keywords: list,
};

export const CAPTION_SCHEMA = schemaOf('caption', CAPTION);
const SECTION_SCHEMAS = new Map(
  SECTIONS.map((section) => {
    const name = `${section.replace('Areas', '_areas')}_suggestion`;
    return [section, schemaOf(name, z.object({ [section]: SECTION_FORMS[section] }))];
  }),
);

export function sectionSchema(section: Section): AnswerSchema {
  return SECTION_SCHEMAS.get(section)!;
}

/** The schema of a form. Only the instructions state lengths and counts: several providers refuse `maxLength` and `minItems`. */
function schemaOf(name: string, form: z.ZodObject): AnswerSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(form.strict(), { io: 'input' });
  return { name, schema };
}

/** Reads a caption out of a model's answer. */
export function readCaption(answer: string): Read<UncheckedCaption> {
  const json = jsonOf(answer);
  if (!json) return NOT_JSON;
  const caption = lastWith(Object.keys(CAPTION.shape), json) ?? json.at(-1)!;
  const { exifKeywords } = caption as { exifKeywords?: unknown };
  // Models that do not know JSON schemas write the keywords as one text.
  return parsed(CAPTION, typeof exifKeywords === 'string' ? { ...caption, exifKeywords: [exifKeywords] } : caption);
}

/** Reads a section out of a model's answer. */
export function readSection<S extends Section>(answer: string, section: S): Read<UncheckedSections[S]> {
  const json = jsonOf(answer);
  if (json) {
    const holder = lastWith([section], json) as Record<string, unknown> | undefined;
    const value = holder ? holder[section] : lastList(json);
    return parsed(SECTION_FORMS[section], normalised(value, section), section);
  }
  const isText = section === 'faqs' && answer.length <= ANSWER_MAX;
  const faqs = isText ? parseFaqs(answer.trim().replace(/^```\w*|```$/gu, '')) : null;
  return faqs?.length ? parsed(SECTION_FORMS[section], faqs, section) : NOT_JSON;
}

const NOT_JSON = { problems: ['The answer was not one complete JSON object.'], usable: null };

/** The objects and lists of an answer; `null` when there is none, when it is too long, or when the last one is cut off. */
function jsonOf(answer: string): object[] | null {
  if (answer.length > ANSWER_MAX) return null;
  const { values, isCut } = jsonIn(answer);
  return isCut || values.length === 0 ? null : values;
}

/** Keys of what a model thought before it answered; drafts in them are no answers. */
const THOUGHTS = /think|thought|reason|reflect|analysis|draft|plan|scratch|monologue/iu;
/** Keys under which models without schemas hand over a list. */
const LIST_KEYS = /^(?:results?|output|answer|response|data|content|items|list|suggestions?)$/iu;
/** How deep an answer may be wrapped. */
const WRAPPERS_MAX = 2;

/** The last object that has one of the fields. It may be the only such one within another object, or alone in a list. */
function lastWith(fields: string[], values: object[]): object | undefined {
  return values.toReversed().flatMap((value) => unwrapped(value, fields, WRAPPERS_MAX) ?? [])[0];
}

function unwrapped(value: unknown, fields: string[], wrappers: number): object | undefined {
  if (typeof value === 'string') {
    const [json, ...more] = /^\s*[{[]/u.test(value) ? jsonIn(value).values : [];
    return more.length > 0 ? undefined : unwrapped(json, fields, wrappers);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (fields.some((field) => Object.hasOwn(value, field))) return value;
  if (wrappers === 0 || (Array.isArray(value) && value.length > 1)) return undefined;
  const parts = Object.entries(value).filter(([key]) => !THOUGHTS.test(key));
  const [found, ...others] = parts.flatMap(([, part]) => unwrapped(part, fields, wrappers - 1) ?? []);
  return others.length > 0 ? undefined : found;
}

/** The last list; it may be all that is in an object. */
function lastList(values: object[]): unknown[] | undefined {
  return values.findLast((value) => Array.isArray(value)) ?? values.flatMap(wrappedList).at(-1);
}

function wrappedList(value: object): unknown[][] {
  const [[key, entries] = ['', undefined], ...others] = Object.entries(value) as [string, unknown][];
  return others.length === 0 && LIST_KEYS.test(key) && Array.isArray(entries) && entries.length > 0 ? [entries] : [];
}

function parsed<T>(form: z.ZodType<T>, value: unknown, field?: string): Read<T> {
  const { success, data, error } = form.safeParse(value);
  if (success) return { content: data };
  const at = (path: PropertyKey[]) => [field, ...path].filter((part) => part !== undefined).join('.') || 'The answer';
  return { problems: error.issues.map(({ path, message }) => `${at(path)}: ${message}.`), usable: null };
}

/** Models that do not know JSON schemas write a list as one text, or an entry as an object with a name. */
function normalised(value: unknown, section: Section): unknown {
  if (section === 'description') return value;
  if (section === 'faqs') return typeof value === 'string' ? parseFaqs(value) : value;
  if (typeof value === 'string') return entriesOf(saidIn(value));
  return Array.isArray(value)
    ? value.map((entry: { name?: unknown } | string | null) => (typeof entry === 'object' && entry?.name) || entry)
    : value;
}

function entriesOf(lines: string): string[] {
  return lines.split(lines.includes('\n') ? '\n' : /[,;]/u);
}

/** The messages that ask for a correction: the answer itself, and its problems. */
export function correctionMessages(answer: string, problems: string[]): ChatCompletionMessageParam[] {
  const complaints = problems.map((problem) => `- ${problem}`).join('\n');
  const content = `This answer cannot be used:\n${complaints}\nAnswer again with the complete, corrected JSON object and nothing else.`;
  return [
    { role: 'assistant', content: answer.slice(0, QUOTED_MAX) || '(empty)' },
    { role: 'user', content },
  ];
}
