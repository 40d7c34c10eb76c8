import { writeFaqs, type Faq } from '../../contract/faqs.js';
import { SECTION_FIELDS } from '../../contract/optimization-fields.js';
import type { Section } from '../../contract/statuses.js';
import type { SectionCheck, UncheckedSections, SuggestionInput, DraftCheck } from '../ai.js';
import { folded } from '../text.js';
import { checkList, checkText, entryProblem, type CheckedField } from './check.js';
import { cleanEntry, cleanText } from './clean.js';
import { suggestionEvidence, type Evidence } from './evidence.js';
import { withoutCountry } from './places.js';

/** Maximum number of FAQs that are checked. */
const FAQS_CHECKED_MAX = 4 * SECTION_FIELDS.faqs.items;

/** The sentences for staff when nothing of a section can be published: the reason and what to do. */
const NOTHING_USABLE: Record<Section, string> = {
  description:
    'Too little on record for a description: add what the business offers, and where, or write the section yourself.',
  services: 'No services on record: add them or write the section yourself.',
  serviceAreas: 'No service areas on record: add them or write the section yourself.',
  faqs: 'Too little on record to answer questions: add services, areas or opening hours, or write the section yourself.',
  keywords: 'No categories or services on record: add them or write the section yourself.',
};

const CHECKS: { [S in Section]: (content: UncheckedSections[S], evidence: Evidence) => CheckedField<string> } = {
  description: (text, evidence) => {
    const { problems, kept } = checkText('description', cleanText(text), evidence);
    return { problems, kept: hasWord(kept) ? cleanText(kept) : '' };
  },
  services: (entries, evidence) =>
    joinLines(checkList('services', entries.map(cleanEntry), evidence, SECTION_FIELDS.services.items)),
  serviceAreas: (entries, evidence) => {
    const cleaned = entries.map((entry) => withoutCountry(cleanEntry(entry)));
    return joinLines(checkList('serviceAreas', cleaned, evidence, SECTION_FIELDS.serviceAreas.items));
  },
  faqs: checkFaqs,
  keywords: (entries, evidence) =>
    joinLines(checkList('keywords', entries.map(cleanEntry), evidence, SECTION_FIELDS.keywords.items)),
};

/** Returns the check for drafts of one input. */
export function suggestionChecks(input: SuggestionInput): SectionCheck {
  const evidence = suggestionEvidence(input);
  return (section, content) => draftCheckOf(section, CHECKS[section](content, evidence), input);
}

function draftCheckOf(
  section: Section,
  { problems, kept }: CheckedField<string>,
  input: SuggestionInput,
): DraftCheck<string> {
  if (kept === '') {
    const isWrong = problems.length > 0 || !areAreasUnknown(section, input);
    const all = isWrong && problems.length === 0 ? [`${section}: must not be empty.`] : problems;
    return { problems: all, usable: null, unusableReason: NOTHING_USABLE[section] };
  }
  const hasFeedback = `${input.clientFeedback}${input.staffFeedback}`.trim() !== '';
  const repeated = hasFeedback && section === input.section && kept === input.previous;
  const differ = repeated ? [`${section}: must differ from “previous”, as the feedback asks.`] : [];
  return { problems: [...problems, ...differ], usable: kept };
}

/** Whether no input names an area, so that an empty list of areas is correct. */
function areAreasUnknown(section: Section, { profile, client }: SuggestionInput): boolean {
  return section === 'serviceAreas' && `${profile.serviceAreas}${client.serviceAreas}`.trim() === '';
}

function joinLines({ problems, kept }: CheckedField<string[]>): CheckedField<string> {
  return { problems, kept: kept.join('\n') };
}

/** Checks FAQs and keeps those whose question and at least the beginning of the answer break no rule. */
function checkFaqs(faqs: Faq[], evidence: Evidence): CheckedField<string> {
  const kept = new Map<string, Faq>();
  const problems: string[] = [];
  for (const faq of faqs.slice(0, FAQS_CHECKED_MAX)) {
    const question = asQuestion(cleanText(faq.question));
    const isDuplicate = kept.has(folded(question));
    const answer = checkText('faqs.answer', cleanText(faq.answer), evidence, { needsFirst: true });
    const questionProblem = entryProblem('faqs.question', question, evidence);
    const found = [questionProblem ?? [], answer.problems].flat();
    if (isDuplicate) found.push(`faqs: the question “${question.slice(0, 120)}” stands there twice.`);
    if (![question, faq.answer].every(hasWord)) found.push('faqs: each must have a question and an answer.');
    problems.push(...found);
    if (!questionProblem && !isDuplicate && hasWord(question) && hasWord(answer.kept))
      kept.set(folded(question), { question, answer: cleanText(answer.kept) });
  }
  if (kept.size > SECTION_FIELDS.faqs.items)
    problems.push(`faqs: must be at most ${SECTION_FIELDS.faqs.items}, but were ${kept.size}.`);
  return { problems, kept: writeFaqs([...kept.values()].slice(0, SECTION_FIELDS.faqs.items)) };
}

function asQuestion(text: string): string {
  return text === '' || text.endsWith('?') ? text : `${text.replace(/[.:!]+$/u, '')}?`;
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
