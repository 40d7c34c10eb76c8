import { IMAGE_FIELDS, type CaptionField } from '../../contract/image-fields.js';
import { FAQ_QUESTION_MAX } from '../../contract/limits.js';
import { SECTION_FIELDS } from '../../contract/optimization-fields.js';
import type { Section } from '../../contract/statuses.js';
import { CLAIMS } from './claims.js';
import { contactsIn } from './contacts.js';
import type { Evidence, Where } from './evidence.js';
import { unknownNamesIn } from './names.js';
import { placeFault } from './places.js';
import { contentWords } from './words.js';

export type Field = `caption.${CaptionField}` | Exclude<Section, 'faqs'> | 'faqs.question' | 'faqs.answer';

/**
 * Returns what is wrong with a sentence or an entry of a draft, which is then dropped. Each result is the end of a sentence
 * about the text, such as `contains a link`, for the model that corrects it. Must take time linear in the text's length.
 */
type Rule = (text: string, evidence: Evidence) => string[];

const SUGGESTED: Rule[] = [contains, namesStreet, isRefused];
const PROSE: Rule[] = [...SUGGESTED, claimsBeside('facts'), unknownNames, quotesFeedback];

/** The maximum characters of each field (of each entry, if it is a list), and its rules. */
export const FIELDS: Record<Field, { max: number; rules: Rule[] }> = {
  'caption.title': { max: IMAGE_FIELDS.title.max, rules: [contains] },
  'caption.description': { max: IMAGE_FIELDS.description.max, rules: [contains] },
  'caption.exifKeywords': { max: 60, rules: [contains] },
  'caption.geoAltDescription': { max: IMAGE_FIELDS.geoAltDescription.max, rules: [contains] },
  description: { max: SECTION_FIELDS.description.max, rules: PROSE },
  'faqs.question': { max: FAQ_QUESTION_MAX, rules: PROSE },
  'faqs.answer': { max: SECTION_FIELDS.faqs.max, rules: PROSE },
  services: {
    max: SECTION_FIELDS.services.max,
    rules: [...SUGGESTED, claimsBeside('facts'), isAbout('is offered by no input'), unknownNameIn],
  },
  serviceAreas: {
    max: SECTION_FIELDS.serviceAreas.max,
    rules: [...SUGGESTED, claimsBeside('facts and keywords'), isArea],
  },
  keywords: {
    max: 80,
    rules: [
      ...SUGGESTED,
      claimsBeside('facts and keywords'),
      isAbout('has nothing to do with what the inputs say'),
      unknownNameIn,
    ],
  },
};

/** Ignores the business's own name, which may look like a link or a price. */
function contains(text: string, evidence: Evidence): string[] {
  return contactsIn(evidence.withoutOwnName(text)).map((what) => `contains ${what}`);
}

function namesStreet(text: string, evidence: Evidence): string[] {
  return evidence.namesStreet(text) ? ['contains the address of the street'] : [];
}

function isRefused(text: string, evidence: Evidence): string[] {
  return evidence.refusedIn(text).map((name) => `names “${name}”, which the feedback says no to`);
}

function quotesFeedback(text: string, evidence: Evidence): string[] {
  return evidence.quotesFeedback(text) ? ['quotes the feedback'] : [];
}

/** Claims and numbers that no input states, and promotions, which Google forbids. */
function claimsBeside(where: Where): Rule {
  return (text, evidence) => {
    const rest = evidence.withoutOwnName(text);
    const claims = CLAIMS.flatMap(({ what, words, needs }) => {
      const found = [...new Set(rest.match(words))];
      if (needs === 'nothing') return found.length > 0 ? [`contains ${what}`] : [];
      if (needs === 'kind' && found.length > 0 && evidence.matches(words)) return [];
      return found.filter((claim) => !evidence.states(claim, where)).map((claim) => unstated(what, claim));
    });
    const numbers = evidence.unstatedNumbersIn(rest).map((number) => unstated('a number', number));
    return [...new Set([...claims, ...numbers])];
  };
}

function unstated(what: string, words: string): string {
  return `contains ${what} (“${words}”) that no input states`;
}

function unknownNames(text: string, evidence: Evidence): string[] {
  return unknownNamesIn(text, evidence).map((name) => `names “${name}”, which no input does`);
}

/** Refuses a capitalized word that no input has, because it may be a place or a brand. */
function unknownNameIn(entry: string, evidence: Evidence): string[] {
  const unknown = contentWords(entry).find((word) => /^\p{Lu}/u.test(word) && !evidence.knowsWord(word));
  return unknown ? [`names “${unknown}”, which no input does`] : [];
}

/** Refuses an entry if the inputs have less than half of its content words. */
function isAbout(fault: string): Rule {
  return (entry, evidence) => {
    const content = contentWords(entry);
    const about = content.length > 0 ? content : (entry.match(/\p{L}{3,}/gu) ?? []);
    const needed = content.length > 0 ? about.length / 2 : about.length;
    const stated = about.filter((word) => evidence.knowsWord(word));
    return /\p{L}{2}/u.test(entry) && stated.length >= needed ? [] : [fault];
  };
}

function isArea(area: string, evidence: Evidence): string[] {
  const fault = placeFault(area);
  if (fault) return [fault];
  const parts = area.split(/[,()/]/u).filter((part) => part.trim() !== '');
  return parts.every((part) => evidence.states(part, 'facts and keywords')) ? [] : ['is named in no input'];
}
