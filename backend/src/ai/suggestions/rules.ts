import { z } from 'zod';
import {
  FAQ_ANSWER_MAX,
  FAQ_QUESTION_MAX,
  FAQS_MAX,
  SERVICE_AREAS_MAX,
  SERVICE_NAME_MAX,
  SERVICES_MAX,
  SUGGESTED_DESCRIPTION_MAX,
  SUGGESTED_KEYWORDS_MAX,
} from '../../contract/limits.js';
import type { Faq } from '../../contract/faqs.js';
import type { Section } from '../../contract/statuses.js';
import type { SuggestionInput } from '../ai.js';
import { readAnswer } from './answer.js';
import { Evidence } from './evidence.js';
import { reviewDescription, reviewFaqs } from './prose.js';
import { reviewAreas, reviewKeywords, reviewServices, type Review } from './lists.js';

/** What a section is written as, before it becomes one text. */
export interface SectionContent {
  description: string;
  services: string[];
  serviceAreas: string[];
  faqs: Faq[];
  keywords: string[];
}

const list = (max: number, what: string) => z.array(z.string()).describe(`At most ${max} ${what}, one per entry`);

/** The forms of a model's answers; what they must keep to beyond their form is said by the reviews. */
const FORMS = {
  description: z.object({
    description: z.string().describe(`The description, at most ${SUGGESTED_DESCRIPTION_MAX} characters`),
  }),
  services: z.object({
    services: list(SERVICES_MAX, `different names of services of at most ${SERVICE_NAME_MAX} characters`),
  }),
  serviceAreas: z.object({ serviceAreas: list(SERVICE_AREAS_MAX, 'different towns or districts') }),
  faqs: z.object({
    faqs: z
      .array(
        z.object({
          question: z.string().describe(`At most ${FAQ_QUESTION_MAX} characters`),
          answer: z.string().describe(`At most ${FAQ_ANSWER_MAX} characters`),
        }),
      )
      .describe(`At most ${FAQS_MAX} questions with their answers`),
  }),
  keywords: z.object({ keywords: list(SUGGESTED_KEYWORDS_MAX, 'different keywords') }),
} satisfies { [S in Section]: z.ZodType<Pick<SectionContent, S>> };

const SCHEMA_NAMES: Record<Section, string> = {
  description: 'description_suggestion',
  services: 'services_suggestion',
  serviceAreas: 'service_areas_suggestion',
  faqs: 'faqs_suggestion',
  keywords: 'keywords_suggestion',
};

const REVIEWS: { [S in Section]: (content: SectionContent[S], evidence: Evidence) => Review } = {
  description: reviewDescription,
  services: reviewServices,
  serviceAreas: reviewAreas,
  faqs: reviewFaqs,
  keywords: reviewKeywords,
};

/** What staff can do when nothing may be published in a section. */
const NOTHING: Record<Section, string> = {
  description:
    'Nothing that is known about the business can be published as its description; enter what it offers, and where, and regenerate.',
  services:
    'No service is named in the record, the client or the website; enter the current services or categories and regenerate.',
  serviceAreas:
    'No service area is named in the record, the client or the website; enter the areas (towns or districts) and regenerate.',
  faqs: 'Too little is known about the business to answer a question; enter its services, areas or opening hours and regenerate.',
  keywords:
    'No keyword can be drawn from the record, the client or the website; enter categories or services and regenerate.',
};

/** The name and the JSON schema with which a model is asked for a section. */
export function suggestionSchema(section: Section): { name: string; schema: Record<string, unknown> } {
  const { $schema: _, ...schema } = z.toJSONSchema(FORMS[section]);
  return { name: SCHEMA_NAMES[section], schema };
}

/** What an answer is worth: publishable when no rule is broken; `fitted` is what remains when the rest is cut or dropped. */
export interface SuggestionVerdict {
  problems: string[];
  fitted: string | null;
  /** Why nothing remained of a well-formed answer, for staff. */
  nothing?: string;
}

/** Checks a model's answer. */
export function judgeSuggestion(answer: string, input: SuggestionInput): SuggestionVerdict {
  const { section } = input;
  const read = readAnswer(answer, section);
  if (read === undefined) return { problems: ['The answer was not one complete JSON object.'], fitted: null };
  const parsed = FORMS[section].safeParse(read);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'The answer'}: ${issue.message}.`);
    return { problems: problems.slice(0, PROBLEMS_TOLD), fitted: null };
  }
  return judgeContent(section, (parsed.data as SectionContent)[section], new Evidence(input));
}

/** Checks what was written for a section, by whomever. */
export function judgeContent<S extends Section>(
  section: S,
  content: SectionContent[S],
  evidence: Evidence,
): SuggestionVerdict {
  const { input } = evidence;
  const { problems, suggestion } = REVIEWS[section](content, evidence);
  if (suggestion === '') {
    const all = problems.length || !mayBeFilled(section, input) ? problems : [`${section}: must not be empty.`];
    return { problems: all.slice(0, PROBLEMS_TOLD), fitted: null, nothing: nothingFor(section) };
  }
  const repeated = isWished(input) && suggestion === input.previous;
  const all = repeated ? [...problems, `${section}: must differ from “previous”, as the feedback asks.`] : problems;
  return { problems: all.slice(0, PROBLEMS_TOLD), fitted: suggestion };
}

/** Whether an empty answer is a wrong one: where nobody named an area, it may be right. */
function mayBeFilled(section: Section, { profile, client }: SuggestionInput): boolean {
  return section !== 'serviceAreas' || `${profile.serviceAreas}${client.serviceAreas}`.trim() !== '';
}

/** Problems that one correction names at most. */
const PROBLEMS_TOLD = 30;

/** The sentence for staff when a section cannot be filled. */
export function nothingFor(section: Section): string {
  return NOTHING[section];
}

/** Whether somebody asked for something else than what there was. */
export function isWished({ clientFeedback, staffFeedback }: SuggestionInput): boolean {
  return clientFeedback.trim() !== '' || staffFeedback.trim() !== '';
}
