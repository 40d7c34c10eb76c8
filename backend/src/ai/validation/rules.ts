import { IMAGE_FIELDS, type CaptionField } from '../../contract/image-fields.js';
import { FAQ_QUESTION_MAX } from '../../contract/limits.js';
import { SECTION_FIELDS } from '../../contract/optimization-fields.js';
import type { Section } from '../../contract/statuses.js';
import { CLAIMS } from './claims.js';
import { contactsIn } from './contacts.js';
import type { Evidence, EvidenceSource } from './evidence.js';
import { unknownNamesIn } from './names.js';
import { placeProblem } from './places.js';
import { contentWords } from './words.js';

export type Field = `caption.${CaptionField}` | Exclude<Section, 'faqs'> | 'faqs.question' | 'faqs.answer';

/**
 * Returns the problems of a sentence or an entry of a draft; one with problems is dropped. Each problem is the end of
 * a sentence about the text, such as `contains a link`, for the model that corrects it. A rule must take linear time.
 */
type Rule = (text: string, evidence: Evidence) => string[];

const SUGGESTED: Rule[] = [forbiddenContent, streetAddress, refusedNames];
const PROSE: Rule[] = [...SUGGESTED, unstatedClaims('facts'), unknownNames, quotedFeedback];

/** The maximum characters of each field (of each entry, if it is a list), and its rules. */
export const FIELDS: Record<Field, { max: number; rules: Rule[] }> = {
  'caption.title': { max: IMAGE_FIELDS.title.max, rules: [forbiddenContent] },
  'caption.description': { max: IMAGE_FIELDS.description.max, rules: [forbiddenContent] },
  'caption.exifKeywords': { max: 60, rules: [forbiddenContent] },
  'caption.geoAltDescription': { max: IMAGE_FIELDS.geoAltDescription.max, rules: [forbiddenContent] },
  description: { max: SECTION_FIELDS.description.max, rules: PROSE },
  'faqs.question': { max: FAQ_QUESTION_MAX, rules: PROSE },
  'faqs.answer': { max: SECTION_FIELDS.faqs.max, rules: PROSE },
  services: {
    max: SECTION_FIELDS.services.max,
    rules: [...SUGGESTED, unstatedClaims('facts'), unrelatedTo('is offered by no input'), unknownWord],
  },
  serviceAreas: {
    max: SECTION_FIELDS.serviceAreas.max,
    rules: [...SUGGESTED, unstatedClaims('facts and keywords'), unknownArea],
  },
  keywords: {
    max: 80,
    rules: [
      ...SUGGESTED,
      unstatedClaims('facts and keywords'),
      unrelatedTo('has nothing to do with what the inputs say'),
      unknownWord,
    ],
  },
};

/** Forbids contact data, prices and HTML, except in the business's own name. */
function forbiddenContent(text: string, evidence: Evidence): string[] {
  return contactsIn(evidence.withoutOwnName(text)).map((what) => `contains ${what}`);
}

function streetAddress(text: string, evidence: Evidence): string[] {
  return evidence.namesStreet(text) ? ['contains the address of the street'] : [];
}

function refusedNames(text: string, evidence: Evidence): string[] {
  return evidence.refusedIn(text).map((name) => `names “${name}”, which the feedback says no to`);
}

function quotedFeedback(text: string, evidence: Evidence): string[] {
  return evidence.quotesFeedback(text) ? ['quotes the feedback'] : [];
}

/** Forbids claims and numbers that no input states, and promotions, which Google forbids. */
function unstatedClaims(where: EvidenceSource): Rule {
  return (text, evidence) => {
    const rest = evidence.withoutOwnName(text);
    const claims = CLAIMS.flatMap(({ label: what, words, needs }) => {
      const found = [...new Set(rest.match(words))];
      if (needs === 'nothing') return found.length > 0 ? [`contains ${what}`] : [];
      if (needs === 'kind' && found.length > 0 && evidence.matches(words)) return [];
      return found.filter((claim) => !evidence.states(claim, where)).map((claim) => unstatedProblem(what, claim));
    });
    const numbers = evidence.unstatedNumbersIn(rest).map((number) => unstatedProblem('a number', number));
    return [...new Set([...claims, ...numbers])];
  };
}

function unstatedProblem(what: string, words: string): string {
  return `contains ${what} (“${words}”) that no input states`;
}

function unknownNames(text: string, evidence: Evidence): string[] {
  return unknownNamesIn(text, evidence).map((name) => `names “${name}”, which no input does`);
}

/** Forbids a capitalized word that no input contains, because it may be a place or a brand. */
function unknownWord(entry: string, evidence: Evidence): string[] {
  const unknown = contentWords(entry).find((word) => /^\p{Lu}/u.test(word) && !evidence.knowsWord(word));
  return unknown ? [`names “${unknown}”, which no input does`] : [];
}

/** Forbids an entry if the inputs contain less than half of its content words. */
function unrelatedTo(fault: string): Rule {
  return (entry, evidence) => {
    const content = contentWords(entry);
    const about = content.length > 0 ? content : (entry.match(/\p{L}{3,}/gu) ?? []);
    const needed = content.length > 0 ? about.length / 2 : about.length;
    const stated = about.filter((word) => evidence.knowsWord(word));
    return /\p{L}{2}/u.test(entry) && stated.length >= needed ? [] : [fault];
  };
}

function unknownArea(area: string, evidence: Evidence): string[] {
  const fault = placeProblem(area);
  if (fault) return [fault];
  const parts = area.split(/[,()/]/u).filter((part) => part.trim() !== '');
  return parts.every((part) => evidence.states(part, 'facts and keywords')) ? [] : ['is named in no input'];
}
