import { IMAGE_FIELDS } from '../../contract/image-fields.js';
import {
  FAQ_ANSWER_MAX,
  FAQ_QUESTION_MAX,
  SERVICE_NAME_MAX,
  SUGGESTED_DESCRIPTION_MAX,
  TAG_MAX,
} from '../../contract/limits.js';
import type { CaptionField } from '../../contract/image-fields.js';
import type { Section } from '../../contract/statuses.js';
import { CLAIMS } from './claims.js';
import { contactsIn } from './contacts.js';
import type { Evidence, Where } from './evidence.js';
import { unknownNamesIn } from './names.js';
import { placeFault } from './places.js';
import { contentWords } from './words.js';

export type Field = `caption.${CaptionField}` | Exclude<Section, 'faqs'> | 'faqs.question' | 'faqs.answer';

/** A rule for drafts: a sentence or an entry that breaks it is dropped. To add one, add it to `RULES`. */
export interface Rule {
  /** The fields that it applies to. */
  fields: readonly Field[];
  /**
   * What is wrong with a text, for the model that corrects it: each the end of a sentence about the text, such as
   * `contains a link`. Its time must stay in proportion to the text's length.
   */
  faults(text: string, known: Evidence): string[];
}

/** Characters that a field takes; of a list, each of its entries. */
export const LENGTHS: Record<Field, number> = {
  'caption.title': IMAGE_FIELDS.title.max,
  'caption.description': IMAGE_FIELDS.description.max,
  'caption.exifKeywords': 60,
  'caption.geoAltDescription': IMAGE_FIELDS.geoAltDescription.max,
  description: SUGGESTED_DESCRIPTION_MAX,
  services: SERVICE_NAME_MAX,
  serviceAreas: TAG_MAX,
  'faqs.question': FAQ_QUESTION_MAX,
  'faqs.answer': FAQ_ANSWER_MAX,
  keywords: 80,
};

const CAPTION: Field[] = ['caption.title', 'caption.description', 'caption.exifKeywords', 'caption.geoAltDescription'];
const PROSE: Field[] = ['description', 'faqs.question', 'faqs.answer'];
const SUGGESTION: Field[] = [...PROSE, 'services', 'serviceAreas', 'keywords'];
const ALL: Field[] = [...CAPTION, ...SUGGESTION];

export const RULES: readonly Rule[] = [
  { fields: ALL, faults: contains },

  // Statements that no input supports, and promotions, which Google forbids.
  { fields: [...PROSE, 'services'], faults: (text, known) => claimsIn(text, known, 'facts') },
  { fields: ['keywords', 'serviceAreas'], faults: (text, known) => claimsIn(text, known, 'facts and keywords') },
  {
    fields: SUGGESTION,
    faults: (text, known) => (known.namesStreet(text) ? ['contains the address of the street'] : []),
  },
  { fields: PROSE, faults: (text, known) => unknownNamesIn(text, known).map(unknownName) },
  { fields: ['services'], faults: (text, known) => (isAbout(text, known) ? [] : ['is offered by no input']) },
  {
    fields: ['keywords'],
    faults: (text, known) => (isAbout(text, known) ? [] : ['has nothing to do with what the inputs say']),
  },
  { fields: ['services', 'keywords'], faults: unknownNameIn },
  { fields: ['serviceAreas'], faults: areaFaults },

  // Texts that quote the feedback or contain what it refuses.
  { fields: PROSE, faults: (text, known) => (known.quotesFeedback(text) ? ['quotes the feedback'] : []) },
  {
    fields: SUGGESTION,
    faults: (text, known) => known.refusedIn(text).map((name) => `names “${name}”, which the feedback says no to`),
  },
];

/** The business's own name may look like something forbidden. */
function contains(text: string, known: Evidence): string[] {
  return contactsIn(known.withoutOwn(text)).map((what) => `contains ${what}`);
}

function claimsIn(text: string, known: Evidence, where: Where): string[] {
  const rest = known.withoutOwn(text);
  const claims = CLAIMS.flatMap(({ what, words, needs }) => {
    const found = [...new Set(rest.match(words))];
    if (needs === 'nothing') return found.length > 0 ? [`contains ${what}`] : [];
    if (needs === 'kind' && found.length > 0 && known.matches(words)) return [];
    return found.filter((claim) => !known.states(claim, where)).map((claim) => unstated(what, claim));
  });
  const numbers = known.unstatedNumbersIn(rest).map((number) => unstated('a number', number));
  return [...new Set([...claims, ...numbers])];
}

function unstated(what: string, words: string): string {
  return `contains ${what} (“${words}”) that no input states`;
}

function unknownName(name: string): string {
  return `names “${name}”, which no input does`;
}

/** Whether at least half of what an entry is about stands in an input. */
function isAbout(entry: string, known: Evidence): boolean {
  if (!/\p{L}{2}/u.test(entry)) return false;
  const about = contentWords(entry);
  if (about.length === 0) return (entry.match(/\p{L}{3,}/gu) ?? []).every((word) => known.knowsWord(word));
  const stated = about.filter((word) => known.knowsWord(word));
  return stated.length > 0 && stated.length * 2 >= about.length;
}

/** A word of an entry with a capital letter may be a place or a make, which must be known. */
function unknownNameIn(entry: string, known: Evidence): string[] {
  const unknown = contentWords(entry).find((word) => /^\p{Lu}/u.test(word) && !known.knowsWord(word));
  return unknown ? [unknownName(unknown)] : [];
}

function areaFaults(area: string, known: Evidence): string[] {
  const fault = placeFault(area);
  if (fault) return [fault];
  const parts = area.split(/[,()/]/u).filter((part) => part.trim() !== '');
  return parts.every((part) => known.states(part, 'facts and keywords')) ? [] : ['is named in no input'];
}
