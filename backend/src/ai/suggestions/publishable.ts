import { oneLine } from '../text.js';

/** What Google takes in no text of a profile, whether it is true or not. */
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['a link', /https?:|www\.|\/\/\w|\]\(/iu],
  [
    'a link',
    /(?<![\p{L}\d@.-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:com|net|org|info|biz|shop|store|online|site|app|dev|io|co|me|example|uk|de|at|ch|fr|es|it|eu|us|ca|au|nz|ie|nl|be|pt|pl|dk|se|no|fi|lu|li|in|za|mx|br)(?![\p{L}\d])/iu,
  ],
  ['an e-mail address or an account', /[\p{L}\d]?@[\p{L}\d]|\(at\)/iu],
  ['HTML', /<\/?[a-z!][^>]*>?|&(?:[a-z]{2,8}|#\d{1,6});/iu],
  ['a price', /[€$£¥₹]/u],
  [
    'a price',
    /\d[.,]*\s?(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|quid|francs?|franken|pence|pesos)(?!\p{L})|(?<!\p{L})(?:eur|euros?|usd|gbp|chf)\s?\d/iu,
  ],
  [
    'words about a low price',
    words(
      'cheap|cheaper|cheapest|bargains?|(?:low|lowest|unbeatable|affordable|best|great|competitive|fair) (?:prices?|rates?)',
      'billig\\w*|günstig\\w*|preiswert\\w*|schnäppchen\\w*|tiefpreis\\w*|bestpreis\\w*',
      'pas chers?|bon marché|prix (?:bas|imbattables?|compétitifs?|doux)',
      'barat[oa]s?|precios? (?:bajos?|imbatibles?|competitivos?)|económic[oa]s',
      'prezz[oi] (?:bass[oi]|imbattibil[ei]|competitiv[oi])|economic[oi]',
    ),
  ],
  [
    'a promotion',
    words(
      '(?:\\d+|ten|twenty|fifty) ?(?:%|percent) (?:off|discount)|discount(?:s|ed)?|coupons?|promo(?:tion)? codes?|special (?:offers?|deals?)',
      'limited[- ]time|for a limited time|offer ends|on sale(?! at)|sale now on|(?:summer|winter|spring|autumn|clearance|closing) sale',
      'black friday|buy one|half[- ]price|(?:two|2)[- ]for[- ](?:one|1)|save (?:up to )?\\d+|today only|act now|book now|call now',
      'rabatt\\w*|gutscheincode\\w*|preisnachl\\w+|sonder(?:angebot|preis|aktion)\\w*|aktionspreis\\w*|nur heute|nur für kurze zeit|ausverkauf|schlussverkauf',
      'promos?|promotions? (?:spéciales?|du moment)|offres? spéciales?|soldes|code promo|bons? de réduction|\\d+ ?% de (?:réduction|remise)|remises? (?:de \\d|sur)\\w*',
      'descuentos?|promoción|promociones|ofertas? especial(?:es)?|rebajas|cupon(?:es)?|cupón|por tiempo limitado',
      'scont[oi]|promozion[ei]|offert[ae] special[ei]|saldi|tempo limitato',
    ),
  ],
];

/** Emphasis, headings and list marks, as models like to write them. */
const MARKS = /\*\*|__|`+|^\s{0,3}#{1,6}\s+/gmu;
const PICTURES = /(?![©®™])(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F1E6}-\u{1F1FF}])/gu;

/** Signs that nobody sees, which can part a word or turn its direction. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** One line without a model's marks, pictures and shouting. */
export function cleanText(text: string): string {
  return oneLine(composed(text).replace(UNSEEN, '').replace(MARKS, '').replace(PICTURES, ''))
    .replace(/([!?])\1+/gu, '$1')
    .replace(/\s+([,.;])(?=\s|$)/gu, '$1');
}

/** A text with its accents joined to their letters. Of a long row of them a few stay: joining all takes long. */
function composed(text: string): string {
  return text.replace(/(?<!\p{M})(\p{M}{10})\p{M}+/gu, '$1').normalize('NFC');
}

/** An entry of a list without its bullet, number or full stop. */
export function cleanEntry(text: string): string {
  return cleanText(text.replace(/^\s*(?:[-–—*•·▪✓✔]|\d{1,2}[.)](?=\s))\s*/u, ''))
    .replace(/^["“„«]([^"“”„«»]*)["”“»]$/u, '$1')
    .replace(/(?<![\s.,;:])[\s.,;:]+$/u, '')
    .trim();
}

/** What stands in a text that may not be published, such as `a price`. The business's own name may be what it is. */
export function forbiddenIn(text: string, business: string): string[] {
  const masked = withoutName(text, business);
  const found = FORBIDDEN.filter(([, pattern]) => pattern.test(masked)).map(([what]) => what);
  return [...new Set(hasPhone(masked) ? [...found, 'a phone number'] : found)];
}

/** A text without links, e-mail addresses, phone numbers and prices: their digits and words prove nothing. */
export function withoutContacts(text: string): string {
  return text
    .replace(/https?:\S+|www\.\S+|(?<![^\s@])[^\s@]+@\S+/giu, ' ')
    .replace(PRICES, ' ')
    .replace(NUMBER_RUN, (run) => (isPhone(run) ? ' ' : run));
}

/** Alternatives that stand as whole words; `\\w` is any letter or digit. */
export function words(...alternatives: string[]): RegExp {
  const any = alternatives.join('|').replaceAll('\\w', '[\\p{L}\\d]');
  return new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, 'iu');
}

const PRICES =
  /[€$£¥₹]\s?\d[\d.,]*|\d[\d.,]{0,20}\s?(?:[€$£¥₹]|(?:eur|euros?|usd|gbp|chf|dollars?|pounds?)(?!\p{L}))/giu;
const NUMBER_RUN = /(?:\+|\(|\d)[\d\s().\-–/]{4,40}\d/gu;
const TIMES = /(?<![\d.])\d{1,2}(?:[.:]\d{2}|\s?h\s?(?:\d{2})?)(?![.]?\d)/gu;
const YEARS = /(?<!\d)(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)?\d{2}(?!\d)/gu;

function hasPhone(text: string): boolean {
  if (
    /(?<!\p{L})(?:tel|phone|fon|call us on|call|telefon|mobil|whatsapp|tél|appelez le|llame al)[.:]?\s?\+?\d[\d\s-]{2,}/iu.test(
      text,
    )
  )
    return true;
  return [...text.matchAll(NUMBER_RUN)].some(([run]) => isPhone(run));
}

/** Seven digits or more in groups as phone numbers have them; hours and years have others. */
function isPhone(found: string): boolean {
  const run = found.replace(TIMES, ' ').replace(YEARS, ' ').trim();
  const groups = run.match(/\d+/gu) ?? [];
  if (groups.join('').length < 7) return false;
  return /^[+(0]/u.test(run) || groups.some((group) => group.length > 2) || /^\d\d(?: \d\d){3,}$/u.test(run);
}

function withoutName(text: string, business: string): string {
  const isPlain = business.length > 2 && !/:\/\/|www\.|@|</iu.test(business);
  return isPlain ? text.replaceAll(business, 'Business') : text;
}
