import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { parseFaqs } from '../../contract/faqs.js';
import { SECTIONS, type Section } from '../../contract/statuses.js';
import type { UncheckedCaption, UncheckedSections, DraftCheck } from '../ai.js';
import { oneLine } from '../text.js';

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

const line = z
  .string()
  .transform(oneLine)
  .refine((value) => value !== '', { error: 'must not be empty' });
const keywords = z.array(z.string()).transform((entries) => entries.flatMap((entry) => entry.split(/[,;\n]/u)));

const list = z.array(z.string());

const CAPTION = z.object({ title: line, description: line, exifKeywords: keywords, geoAltDescription: line });
const SECTION_FORMS: { [S in Section]: z.ZodType<UncheckedSections[S]> } = {
  description: z.string(),
  services: list,
  serviceAreas: list,
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
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
  const json = jsonIn(textOf(answer), /\{/u);
  if (json === undefined) return NOT_JSON;
  const { exifKeywords } = json as { exifKeywords?: unknown };
  // Models that do not know JSON schemas write the keywords as one text.
  return parsed(CAPTION, typeof exifKeywords === 'string' ? { ...json, exifKeywords: [exifKeywords] } : json);
}

/** Reads a section out of a model's answer. */
export function readSection<S extends Section>(answer: string, section: S): Read<UncheckedSections[S]> {
  const text = textOf(answer);
  const json = jsonIn(text, /[{[]/u);
  if (json !== undefined) {
    const value = Array.isArray(json) ? json : (json as Record<string, unknown>)[section];
    return parsed(SECTION_FORMS[section], normalised(value, section), section);
  }
  const faqs = section === 'faqs' ? parseFaqs(text.trim().replace(/^```\w*|```$/gu, '')) : null;
  return faqs?.length ? parsed(SECTION_FORMS[section], faqs, section) : NOT_JSON;
}

const NOT_JSON = { problems: ['The answer was not one complete JSON object.'], usable: null };

/** The answer without the model's reasoning before `</think>`; `''` if it is longer than `ANSWER_MAX`. */
function textOf(answer: string): string {
  const text = answer.split('</think>').at(-1)!;
  return text.length > ANSWER_MAX ? '' : text;
}

/** Parses the text from the first opening bracket to the last closing one, because models add code fences and words. */
function jsonIn(text: string, opening: RegExp): object | undefined {
  const start = text.search(opening);
  const end = text.lastIndexOf(text[start] === '[' ? ']' : '}');
  try {
    return JSON.parse(text.slice(start, end + 1)) as object;
  } catch {
    return undefined;
  }
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
  if (typeof value === 'string') return value.split(value.includes('\n') ? '\n' : /[,;]/u);
  return Array.isArray(value)
    ? value.map((entry: { name?: unknown } | string | null) => (typeof entry === 'object' && entry?.name) || entry)
    : value;
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
