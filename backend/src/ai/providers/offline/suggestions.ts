import { parseFaqs, type Faq } from '../../../contract/faqs.js';
import { SECTION_FIELDS } from '../../../contract/optimization-fields.js';
import type { Section } from '../../../contract/statuses.js';
import type { SectionCheck, SuggestionInput, UncheckedSections } from '../../ai.js';
import { preferredEntries, parseFeedback, type Wishes } from '../../feedback.js';
import { oneLine, sentencesOf, withoutDuplicates } from '../../text.js';
import { splitAreas, unlessInName, findLocality } from './places.js';
import { BUSINESS_DESCRIPTION, CLOSINGS, FAQS } from './templates.js';
import { fill, isEnglish, joinList, Writer, type Facts } from './writer.js';

/** Maximum characters of a description, if the feedback wants it short. */
const SHORT_MAX = 260;
/** Maximum number of the record's own sentences that are checked. */
const SENTENCES_MAX = 60;
/** Maximum number of entries of a list within a sentence. */
const LISTED_MAX = 6;
/** Maximum number of towns that keywords are combined with. */
const TOWNS_MAX = 4;

type Known = ReturnType<typeof gatherKnown>;

const WRITERS: { [S in Section]: (known: Known, variant: number) => UncheckedSections[S] } = {
  description: writeDescription,
  services: ({ services, categories, wishes }) => shortenIfAsked(services.length > 0 ? services : categories, wishes),
  serviceAreas: ({ areas, wishes }) => shortenIfAsked(areas, wishes),
  faqs: answerQuestions,
  keywords: listKeywords,
};

/**
 * Writes a section from the profile, the client's record and the feedback, and checks it.
 * @param variant chooses between several descriptions
 */
export function writeSection(section: Section, input: SuggestionInput, check: SectionCheck, variant: number) {
  return check(section, WRITERS[section](gatherKnown(input, check), variant));
}

/** Collects the known facts about a business, without those that the feedback refuses. */
function gatherKnown(input: SuggestionInput, check: SectionCheck) {
  const { profile, client, section } = input;
  const wishes = parseFeedback(`${input.clientFeedback}\n${input.staffFeedback}`, input.previous);
  const liked = (entries: string[]) => preferredEntries(entries.map(capitalize), wishes);
  const publishable = (name: 'services' | 'serviceAreas', entries: string[]) =>
    check(name, liked([...(section === name ? wishes.added : []), ...entries])).usable?.split('\n') ?? [];
  const businessTown =
    [profile.address, client.address].map(findLocality).find((place) => place && !wishes.rejects(place)) ?? '';
  const town = businessTown.split(', ').findLast((part) => !/^[A-Z]{2,3}$/u.test(part)) ?? '';
  const areas = publishable('serviceAreas', [profile.serviceAreas, client.serviceAreas, town].flatMap(splitAreas));
  const categories = liked([...profile.categories, ...client.categories]);
  const lines = profile.services.split(/[\n•;|]/u).filter((line) => line.trim() !== '');
  const services = publishable('services', lines.length === 1 ? lines[0]!.split(',') : lines);
  const business = oneLine(profile.businessName || client.business);
  const facts: Facts = {
    business,
    businessTown,
    home: unlessInName(business, businessTown),
    categories: joinList(categories.slice(0, 2)),
    services: joinList(services.slice(0, LISTED_MAX)),
    // Left out if the business only serves its own town, which needs no mention.
    areas: areas.some((area) => !businessTown.includes(area)) ? joinList(areas.slice(0, LISTED_MAX)) : '',
    hours: oneLine(profile.hours.replace(/(?<=\S)\n/gu, '; ')).replace(/[.;]+$/u, ''),
  };
  return { input, check, wishes, categories, services, areas, facts };
}

/** Writes an opening, the business's own English sentences, its services and its areas. */
function writeDescription({ input, check, wishes, facts, services, areas }: Known, variant: number): string {
  const writer = new Writer(
    facts,
    wishes.avoid,
    input.previous,
    input.clientFeedback,
    input.staffFeedback,
    `${variant}`,
  );
  const isValid = (sentence: string) =>
    sentence !== '' &&
    !wishes.avoid.some((words) => sentence.toLowerCase().includes(words)) &&
    check('description', sentence).problems.length === 0;
  // The wizard fills in the client's description, so both are often the same.
  const own = withoutDuplicates([input.profile.description, input.client.description].flatMap(sentencesOf))
    .filter((sentence) => sentence.length >= 20 && /[.!]$/u.test(sentence) && isEnglish(sentence))
    .slice(0, SENTENCES_MAX)
    .filter(isValid);
  const isMentioned = (entry: string) => own.join(' ').includes(entry);
  const lists = [
    services.slice(0, LISTED_MAX).every(isMentioned) ? '' : writer.write(BUSINESS_DESCRIPTION.services),
    areas.slice(0, LISTED_MAX).every(isMentioned) ? '' : writer.write(BUSINESS_DESCRIPTION.areas),
  ].filter(isValid);
  const opening = isMentioned(facts.business!) ? '' : writer.write(BUSINESS_DESCRIPTION.openings);
  const max = wishes.short ? SHORT_MAX : SECTION_FIELDS.description.max;
  return [...own, ...writer.rotate(lists), writer.write(CLOSINGS)].reduce((text, sentence) => {
    const longer = `${text} ${sentence}`.trim();
    return longer.length <= max ? longer : text;
  }, opening);
}

/** Returns the profile's questions, and those of `FAQS` that the known facts answer. */
function answerQuestions({ input, facts, wishes }: Known): Faq[] {
  const answered = FAQS.map(({ question, answer }) => ({
    question: fill(question, facts),
    answer: fill(answer, facts),
  }));
  const all = [...(parseFaqs(input.profile.faqs) ?? []), ...answered.filter(({ answer }) => answer !== '')];
  return shortenIfAsked(all.slice(0, SECTION_FIELDS.faqs.items), wishes);
}

/** Returns the client's target keywords first, then categories and services, alone and combined with towns. */
function listKeywords({ input, categories, services, areas, facts, wishes }: Known): string[] {
  const withTowns = (entries: string[], towns: string[]) =>
    entries.flatMap((entry) =>
      towns.filter((town) => !entry.includes(town.toLowerCase())).map((town) => `${entry} ${town}`),
    );
  const [kinds = [], offers = []] = [categories, services].map((all) => all.map((entry) => entry.toLowerCase()));
  const towns = areas.slice(0, TOWNS_MAX);
  const all = [...input.client.targetKeywords, ...wishes.added, ...kinds, ...withTowns(kinds, towns), ...offers];
  const liked = preferredEntries([...all, ...withTowns(offers, towns.slice(0, 1))], wishes);
  const kept = liked.length > 0 ? liked : withTowns([facts.business!], towns.slice(0, 1));
  return shortenIfAsked(kept.slice(0, SECTION_FIELDS.keywords.items), wishes);
}

function capitalize(text: string): string {
  const trimmed = oneLine(text);
  return trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
}

function shortenIfAsked<T>(entries: T[], { short }: Wishes): T[] {
  return short ? entries.slice(0, Math.max(3, Math.ceil(entries.length / 2))) : entries;
}
