import { FAQ_FORMS, parseFaqs } from '@gmb-moments/backend/contract/faqs';
import { FAQ_QUESTION_MAX } from '@gmb-moments/backend/contract/limits';
import { SECTION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';
import { rowsOf } from './faq-rows';

/** What differs between sections for staff. */
interface SectionForm {
  /** The format of the text, if it is not plain text. */
  format?: string;
  /** A hint about its use. */
  hint?: string;
  /** Shown if there is no current text. */
  none: string;
  /** Why a text cannot be saved; `''` if it can. */
  problemOf: (text: string) => string;
}

const ONE_PER_LINE = 'One per line.';

/** The sections of an optimization. */
export const SECTION_FORMS: Record<Section, SectionForm> = {
  description: { none: 'No description on record', problemOf: descriptionProblem },
  services: {
    format: ONE_PER_LINE,
    none: 'No services on record',
    problemOf: (text) => lineProblem(text, SECTION_FIELDS.services, 'services'),
  },
  serviceAreas: {
    format: ONE_PER_LINE,
    none: 'No service areas on record',
    problemOf: (text) => lineProblem(text, SECTION_FIELDS.serviceAreas, 'service areas'),
  },
  faqs: {
    format: 'A JSON array of question and answer, or lines such as',
    hint: 'For the client’s website: Google closed its Q&A in November 2025.',
    none: 'No FAQs on record',
    problemOf: faqProblem,
  },
  keywords: {
    format: ONE_PER_LINE,
    hint: 'Planning data for texts and captions: Google shows no keywords on a profile.',
    none: 'The client has no target keywords',
    problemOf: (text) => lineProblem(text, SECTION_FIELDS.keywords, 'keywords'),
  },
};

/** The current text on the Google profile. Profiles have no keywords: the client's target keywords are used. */
export function currentText({ optimization, client }: OptimizationDetail, section: Section): string {
  const { current } = SECTION_FIELDS[section];
  return current === null ? client.targetKeywords.join('\n') : optimization[current];
}

/** The suggestion of a section as text for its editor; `''` if there is none. */
export function suggestionText(optimization: OptimizationView, section: Section): string {
  return section === 'keywords' ? optimization.keywordsSuggestion.join('\n') : optimization[`${section}Suggestion`];
}

/** The editor's text as fields of a request. */
export function suggestionFields(section: Section, text: string): Partial<Record<string, string | string[]>> {
  return { [`${section}Suggestion`]: section === 'keywords' ? linesOf(text) : text };
}

/** The sections without a suggestion. */
export function missingSections(optimization: OptimizationView): Section[] {
  return SECTIONS.filter((section) => suggestionText(optimization, section) === '');
}

/** The titles of sections in a sentence: `Services and FAQs`. */
export function titlesOf(sections: readonly Section[]): string {
  return TITLES.format(sections.map((section) => SECTION_NAMES[section]));
}

const TITLES = new Intl.ListFormat('en', { type: 'conjunction' });

/** The non-blank lines of a text. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !isBlank(line));
}

function descriptionProblem(text: string): string {
  const length = lengthOf(text);
  if (length <= SECTION_FIELDS.description.max) return '';
  return `The description has ${length} characters; Google takes at most ${SECTION_FIELDS.description.max}.`;
}

function lineProblem(text: string, { max, items }: { max: number; items: number }, name: string): string {
  const lines = [...new Set(linesOf(text))];
  if (lines.length > items) return `There are ${lines.length} ${name}; at most ${items} are allowed.`;
  const long = lines.find((line) => lengthOf(line) > max);
  if (long === undefined) return '';
  return `“${long.slice(0, 30)}…” has ${lengthOf(long)} characters; at most ${max} are allowed per line.`;
}

function faqProblem(text: string): string {
  const faqs = parseFaqs(text);
  if (!faqs) {
    const unanswered = rowsOf(text)?.find(({ question, answer }) => isBlank(question) || isBlank(answer));
    if (unanswered)
      return isBlank(unanswered.question) ? 'An answer has no question yet.' : 'A question has no answer yet.';
    return `This cannot be read as questions and answers. Write ${FAQ_FORMS}, each with a question and an answer.`;
  }
  if (faqs.length > SECTION_FIELDS.faqs.items)
    return `There are ${faqs.length} questions; at most ${SECTION_FIELDS.faqs.items} are allowed.`;
  const long = faqs.find(
    ({ question, answer }) => lengthOf(question) > FAQ_QUESTION_MAX || lengthOf(answer) > SECTION_FIELDS.faqs.max,
  );
  if (!long) return '';
  const start = long.question.slice(0, 30);
  return `“${start}…” is too long: a question takes at most ${FAQ_QUESTION_MAX} characters, an answer at most ${SECTION_FIELDS.faqs.max}.`;
}
