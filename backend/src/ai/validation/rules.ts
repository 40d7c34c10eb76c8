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
import { hasPhone } from './contacts.js';
import type { Evidence, Where } from './evidence.js';
import { unknownNamesIn } from './names.js';
import { placeFault } from './places.js';
import { contentWords, wholeWords } from './words.js';

export type Field = `caption.${CaptionField}` | Exclude<Section, 'faqs'> | 'faqs.question' | 'faqs.answer';

/** A rule for drafts. To add one, add it to `RULES`. */
export interface Rule {
  /** The fields that it applies to. */
  fields: readonly Field[];
  /**
   * What is wrong with a text, for the model that corrects it: each the end of a sentence about the text, such as
   * `contains a link`. Its time must stay in proportion to the text's length.
   */
  faults(text: string, known: Evidence, field: Field): string[];
  /**
   * What happens to a draft that still breaks the rule: the sentence or entry is dropped, or the whole text, for which
   * the rule is then, is cut to the field's length.
   */
  remedy: 'drop' | 'cut';
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
const DROPPED_WHEN_LONG: Field[] = ['faqs.question', 'services', 'serviceAreas', 'keywords'];

export const RULES: readonly Rule[] = [
  { fields: ALL.filter((field) => !DROPPED_WHEN_LONG.includes(field)), faults: tooLong, remedy: 'cut' },
  dropped(DROPPED_WHEN_LONG, tooLong),

  // Content that Google forbids in every text of a profile, even if it is true.
  forbidden(ALL, 'a link', /https?:|www\.|\/\/\w|\]\(/iu),
  forbidden(
    ALL,
    'a link',
    /(?<![\p{L}\d@.-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:com|net|org|info|biz|shop|store|online|site|app|dev|io|co|me|example|uk|de|at|ch|fr|es|it|eu|us|ca|au|nz|ie|nl|be|pt|pl|dk|se|no|fi|lu|li|in|za|mx|br)(?![\p{L}\d])/iu,
  ),
  forbidden(ALL, 'an e-mail address or an account', /[\p{L}\d]?@[\p{L}\d]|\(at\)/iu),
  forbidden(ALL, 'HTML', /<\/?[a-z!][^>]*>?|&(?:[a-z]{2,8}|#\d{1,6});/iu),
  forbidden(ALL, 'a price', /[€$£¥₹]/u),
  forbidden(
    ALL,
    'a price',
    /\d[.,]*\s?(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|quid|francs?|franken|pence|pesos)(?!\p{L})|(?<!\p{L})(?:eur|euros?|usd|gbp|chf)\s?\d/iu,
  ),
  forbidden(ALL, 'a phone number', hasPhone),
  forbidden(
    SUGGESTION,
    'words about a low price',
    wholeWords(String.raw`
      cheap|cheaper|cheapest|bargains?|(?:low|lowest|unbeatable|affordable|best|great|competitive|fair) (?:prices?|rates?)
      billig\w*|günstig\w*|preiswert\w*|schnäppchen\w*|tiefpreis\w*|bestpreis\w*
      pas chers?|bon marché|prix (?:bas|imbattables?|compétitifs?|doux)
      barat[oa]s?|precios? (?:bajos?|imbatibles?|competitivos?)|económic[oa]s
      prezz[oi] (?:bass[oi]|imbattibil[ei]|competitiv[oi])|economic[oi]`),
  ),
  forbidden(
    SUGGESTION,
    'a promotion',
    wholeWords(String.raw`
      (?:\d+|ten|twenty|fifty) ?(?:%|percent) (?:off|discount)|discount(?:s|ed)?|coupons?|promo(?:tion)? codes?
      special (?:offers?|deals?)|limited[- ]time|for a limited time|offer ends|on sale(?! at)|sale now on
      (?:summer|winter|spring|autumn|clearance|closing) sale|black friday|buy one|half[- ]price
      (?:two|2)[- ]for[- ](?:one|1)|save (?:up to )?\d+|today only|act now|book now|call now
      rabatt\w*|gutscheincode\w*|preisnachl\w+|sonder(?:angebot|preis|aktion)\w*|aktionspreis\w*|nur heute
      nur für kurze zeit|ausverkauf|schlussverkauf|promos?|promotions? (?:spéciales?|du moment)|offres? spéciales?|soldes
      code promo|bons? de réduction|\d+ ?% de (?:réduction|remise)|remises? (?:de \d|sur)\w*
      descuentos?|promoción|promociones|ofertas? especial(?:es)?|rebajas|cupon(?:es)?|cupón|por tiempo limitado
      scont[oi]|promozion[ei]|offert[ae] special[ei]|saldi|tempo limitato`),
  ),
  dropped(SUGGESTION, (text, known) => (known.namesStreet(text) ? ['contains the address of the street'] : [])),

  // Statements that no input supports.
  dropped([...PROSE, 'services'], (text, known) => unstatedIn(text, known, 'facts')),
  dropped(['keywords'], (text, known) => unstatedIn(text, known, 'facts and keywords')),
  dropped(PROSE, (text, known) => unknownNamesIn(text, known).map((name) => `names “${name}”, which no input does`)),
  dropped(['services'], (text, known) => (isAbout(text, known) ? [] : ['is offered by no input'])),
  dropped(['keywords'], (text, known) => (isAbout(text, known) ? [] : ['has nothing to do with what the inputs say'])),
  dropped(['services', 'keywords'], unknownNameIn),
  dropped(['serviceAreas'], areaFaults),

  // Texts that quote the feedback or contain what it refuses.
  dropped(PROSE, (text, known) => (known.quotesFeedback(text) ? ['quotes the feedback'] : [])),
  dropped(SUGGESTION, (text, known) => {
    const refused = known.refusedIn(text);
    return refused ? [`names “${refused}”, which the feedback says no to`] : [];
  }),
];

function tooLong(text: string, _: Evidence, field: Field): string[] {
  const max = LENGTHS[field];
  return text.length > max ? [`must be at most ${max} characters long, but was ${text.length}`] : [];
}

function dropped(fields: readonly Field[], faults: Rule['faults']): Rule {
  return { fields, faults, remedy: 'drop' };
}

/** The business's own name may be what it is. */
function forbidden(fields: readonly Field[], what: string, pattern: RegExp | ((text: string) => boolean)): Rule {
  const isIn = typeof pattern === 'function' ? pattern : (text: string) => pattern.test(text);
  return dropped(fields, (text, known) => (isIn(known.withoutOwn(text)) ? [`contains ${what}`] : []));
}

function unstatedIn(text: string, known: Evidence, where: Where): string[] {
  const rest = known.withoutOwn(text);
  const claims = CLAIMS.flatMap(({ what, claimed, stated }) => {
    const found = [...new Set(rest.match(claimed))];
    if (found.length === 0 || (stated && known.matches(stated))) return [];
    return found.filter((claim) => !known.states(claim, where)).map((claim) => `${what} (“${claim}”)`);
  });
  const numbers = known.unstatedNumbersIn(rest).map((number) => `a number (“${number}”)`);
  return [...new Set([...claims, ...numbers])].map((what) => `contains ${what} that no input states`);
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
  return unknown ? [`names “${unknown}”, which no input does`] : [];
}

function areaFaults(area: string, known: Evidence): string[] {
  const fault = placeFault(area);
  if (fault) return [fault];
  const parts = area.split(/[,()/]/u).filter((part) => part.trim() !== '');
  return parts.every((part) => known.states(part, 'facts and keywords')) ? [] : ['is named in no input'];
}
