import { z } from 'zod';
import { CAPTION_DESCRIPTION_MAX, CAPTION_TITLE_MAX, GEO_ALT_DESCRIPTION_MAX } from '../contract/limits.js';
import type { Caption } from './ai.js';
import { unwantedIn, withoutUnwanted, type CaptionSubject } from './caption.guard.js';
import { answered } from './model-answer.js';
import { cutAtSentence, cutAtWord, oneLine, withoutDoubles } from './text.js';

/** Fewest and most EXIF keywords of a caption. */
export const KEYWORDS_MIN = 5;
export const KEYWORDS_MAX = 10;
/** Characters of one EXIF keyword. */
export const KEYWORD_MAX = 60;

const line = z
  .string()
  .transform(oneLine)
  .refine((value) => value !== '', { error: 'must not be empty' });

const keywords = z.array(z.string()).transform((list) =>
  list
    .flatMap((entry) => entry.split(/[,;\n]/u))
    .map(oneLine)
    .filter(Boolean),
);

/** The form of a model's answer; what it must keep to beyond its form is said by `brokenRules`. */
const AnswerForm = z.object({
  title: line.describe(`Title of the photo, at most ${CAPTION_TITLE_MAX} characters`),
  description: line.describe(`Description, 150 to 300 characters, never above ${CAPTION_DESCRIPTION_MAX}`),
  exifKeywords: keywords.describe(`${KEYWORDS_MIN} to ${KEYWORDS_MAX} different keywords, one per entry`),
  geoAltDescription: line.describe('Alternative text that names the place, when one is known, in one sentence'),
});
type Answer = z.infer<typeof AnswerForm>;

/** Name of the JSON schema that asks a model for a caption. */
export const CAPTION_SCHEMA_NAME = 'caption';

/** The JSON schema of a caption. Lengths stand in its descriptions: several providers refuse `maxLength` and `minItems`. */
export function captionJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(AnswerForm.strict(), { io: 'input' });
  return schema;
}

/** Problems that one correction names at most. */
const PROBLEMS_TOLD = 30;

/** What a model's answer is worth: a caption when no rule is broken; `fitted` when cutting makes it one. */
export interface Verdict {
  problems: string[];
  fitted: Caption | null;
}

/** Checks a model's answer. */
export function judgeCaption(answer: string, subject: CaptionSubject): Verdict {
  const json = parseJson(answer);
  if (json === undefined) return { problems: ['The answer was not one complete JSON object.'], fitted: null };
  const parsed = AnswerForm.safeParse(json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'The answer'}: ${issue.message}.`);
    return { problems: problems.slice(0, PROBLEMS_TOLD), fitted: null };
  }
  return {
    problems: [...brokenRules(parsed.data), ...unwanted(parsed.data, subject)].slice(0, PROBLEMS_TOLD),
    fitted: fit(withoutAllUnwanted(parsed.data, subject), subject),
  };
}

function brokenRules({ title, description, exifKeywords, geoAltDescription }: Answer): string[] {
  const count = exifKeywords.length;
  return [
    ...tooLong('title', title, CAPTION_TITLE_MAX),
    ...tooLong('description', description, CAPTION_DESCRIPTION_MAX),
    ...tooLong('geoAltDescription', geoAltDescription, GEO_ALT_DESCRIPTION_MAX),
    ...exifKeywords.flatMap((keyword) => tooLong('each of exifKeywords', keyword, KEYWORD_MAX)),
    ...(count < KEYWORDS_MIN || count > KEYWORDS_MAX
      ? [`exifKeywords: must be ${KEYWORDS_MIN} to ${KEYWORDS_MAX}, but were ${count}.`]
      : []),
    ...(withoutDoubles(exifKeywords).length < count ? ['exifKeywords: must all differ, but some were doubles.'] : []),
  ];
}

function unwanted({ exifKeywords, ...texts }: Answer, subject: CaptionSubject): string[] {
  const fields = { ...texts, exifKeywords: exifKeywords.join('; ') };
  return Object.entries(fields).flatMap(([field, text]) =>
    unwantedIn(text, subject).map((what) => `${field}: must not hold ${what}.`),
  );
}

/** What remains of an answer: whole sentences and keywords. A title is one of either. */
function withoutAllUnwanted(answer: Answer, subject: CaptionSubject): Answer {
  const [description, geoAltDescription, title] = [answer.description, answer.geoAltDescription, answer.title].map(
    (text) => withoutUnwanted(text, subject),
  ) as [string, string, string];
  const exifKeywords = answer.exifKeywords.filter((keyword) => unwantedIn(keyword, subject).length === 0);
  return { title, description, exifKeywords, geoAltDescription };
}

function tooLong(field: string, value: string, max: number): string[] {
  return value.length > max ? [`${field}: must be at most ${max} characters long, but was ${value.length}.`] : [];
}

/** Too few keywords are filled up from the client's own; null when even these are not enough, or a text is missing. */
function fit(answer: Answer, { client }: CaptionSubject): Caption | null {
  if (!answer.title || !answer.description || !answer.geoAltDescription) return null;
  const own = [...client.targetKeywords, ...client.categories, client.business].flatMap((entry) => entry.split(','));
  const wanted = Math.max(KEYWORDS_MIN, withoutDoubles(answer.exifKeywords).length);
  const all = withoutDoubles(
    [...answer.exifKeywords, ...own].map((keyword) => cutAtWord(oneLine(keyword), KEYWORD_MAX)),
  );
  if (all.length < KEYWORDS_MIN) return null;
  return {
    title: cutAtWord(answer.title, CAPTION_TITLE_MAX),
    description: cutAtSentence(answer.description, CAPTION_DESCRIPTION_MAX),
    exifKeywords: all.slice(0, Math.min(wanted, KEYWORDS_MAX)).join(', '),
    geoAltDescription: cutAtSentence(answer.geoAltDescription, GEO_ALT_DESCRIPTION_MAX),
  };
}

/** Also finds the object within a code fence or behind a model's thinking aloud. */
function parseJson(answer: string): unknown {
  const text = answered(answer);
  try {
    const json: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return withKeywordList(json);
  } catch {
    return undefined;
  }
}

/** Models that know no JSON schema like to write the keywords as one text. */
function withKeywordList(json: unknown): unknown {
  const written = z.looseObject({ exifKeywords: z.string() }).safeParse(json);
  return written.success ? { ...written.data, exifKeywords: [written.data.exifKeywords] } : json;
}
