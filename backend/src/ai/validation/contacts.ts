const LINK = /(?:https?:|www\.|\/\/(?=\w)|\]\()\S*/giu;
const DOMAIN =
  /(?<![\p{L}\d@.-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:com|net|org|info|biz|shop|store|online|site|app|dev|io|co|me|example|uk|de|at|ch|fr|es|it|eu|us|ca|au|nz|ie|nl|be|pt|pl|dk|se|no|fi|lu|li|in|za|mx|br)(?![\p{L}\d])/giu;
const ACCOUNT = /(?<![^\s@])[^\s@]*@[\p{L}\d]\S*|\(at\)/giu;
const PRICE =
  /(?:\d[\d.,]{0,20}\s?)?[€$£¥₹](?:\s?\d[\d.,]*)?|\d[\d.,]{0,20}\s?(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|quid|francs?|franken|pence|pesos)(?!\p{L})|(?<!\p{L})(?:eur|euros?|usd|gbp|chf)\s?\d[\d.,]*/giu;
const HTML = /<\/?[a-z!][^>]*>?|&(?:[a-z]{2,8}|#\d{1,6});/giu;
const NUMBER_RUN = /(?:\+|\(|\d)[\d\s().\-–/]{4,40}\d/gu;
const TIMES = /(?<![\d.])\d{1,2}(?:[.:]\d{2}|\s?h\s?(?:\d{2})?)(?![.]?\d)/gu;
const YEARS = /(?<!\d)(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)?\d{2}(?!\d)/gu;
const CALL =
  /(?<!\p{L})(?:tel|phone|fon|call us on|call|telefon|mobil|whatsapp|tél|appelez le|llame al)[.:]?\s?\+?\d[\d\s-]{2,}/iu;

/** Postcodes of Portugal, Brazil and the USA, which look like short phone numbers. */
export const POSTCODES = /(?<!\d)\d{4,5}-\d{3,4}(?!\d)/gu;

const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['a link', LINK],
  ['a link', DOMAIN],
  ['an e-mail address or an account', ACCOUNT],
  ['HTML', HTML],
  ['a price', PRICE],
];

/** Returns the kinds of content in a text that Google forbids in every text of a profile, such as `a link`. */
export function contactsIn(text: string): string[] {
  const found = FORBIDDEN.filter(([, pattern]) => text.search(pattern) >= 0).map(([what]) => what);
  return hasPhone(text) ? [...found, 'a phone number'] : found;
}

/** Removes links, e-mail addresses, phone numbers and prices: their digits and words must not count as facts. */
export function withoutContacts(text: string): string {
  return [LINK, ACCOUNT, PRICE]
    .reduce((rest, pattern) => rest.replace(pattern, ' '), text)
    .replace(NUMBER_RUN, (run) => (isPhone(run) ? ' ' : run));
}

/**
 * Whether a text contains a phone number of any country. No library of numbering plans is used: it would need the
 * country, miss invalid numbers, and be slow for long rows of digits.
 */
function hasPhone(text: string): boolean {
  return CALL.test(text) || [...text.matchAll(NUMBER_RUN)].some(([run]) => isPhone(run));
}

/** Whether a run has seven digits or more, grouped like a phone number and unlike hours and years. */
function isPhone(withoutTimes: string): boolean {
  const run = withoutTimes.replace(TIMES, ' ').replace(YEARS, ' ').trim();
  const groups = run.match(/\d+/gu) ?? [];
  if (groups.join('').length < 7) return false;
  return /^[+(0]/u.test(run) || groups.some((group) => group.length > 2) || /^\d\d(?: \d\d){3,}$/u.test(run);
}
