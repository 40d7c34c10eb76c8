const PRICES =
  /[€$£¥₹]\s?\d[\d.,]*|\d[\d.,]{0,20}\s?(?:[€$£¥₹]|(?:eur|euros?|usd|gbp|chf|dollars?|pounds?)(?!\p{L}))/giu;
const NUMBER_RUN = /(?:\+|\(|\d)[\d\s().\-–/]{4,40}\d/gu;
const TIMES = /(?<![\d.])\d{1,2}(?:[.:]\d{2}|\s?h\s?(?:\d{2})?)(?![.]?\d)/gu;
const YEARS = /(?<!\d)(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)?\d{2}(?!\d)/gu;
const CALL =
  /(?<!\p{L})(?:tel|phone|fon|call us on|call|telefon|mobil|whatsapp|tél|appelez le|llame al)[.:]?\s?\+?\d[\d\s-]{2,}/iu;

/** Postcodes of Portugal, Brazil and the USA, which look like short phone numbers. */
export const POSTCODES = /(?<!\d)\d{4,5}-\d{3,4}(?!\d)/gu;

/**
 * Whether a text holds a phone number of any country. A library that knows the plans of all countries needs to be given
 * the country, misses numbers that no plan has, and takes long for long rows of digits.
 */
export function hasPhone(text: string): boolean {
  return CALL.test(text) || [...text.matchAll(NUMBER_RUN)].some(([run]) => isPhone(run));
}

/** A text without links, e-mail addresses, phone numbers and prices: their digits and words prove nothing. */
export function withoutContacts(text: string): string {
  return text
    .replace(/https?:\S+|www\.\S+|(?<![^\s@])[^\s@]+@\S+/giu, ' ')
    .replace(PRICES, ' ')
    .replace(NUMBER_RUN, (run) => (isPhone(run) ? ' ' : run));
}

/** Seven digits or more in groups as phone numbers have them; hours and years have others. */
function isPhone(found: string): boolean {
  const run = found.replace(TIMES, ' ').replace(YEARS, ' ').trim();
  const groups = run.match(/\d+/gu) ?? [];
  if (groups.join('').length < 7) return false;
  return /^[+(0]/u.test(run) || groups.some((group) => group.length > 2) || /^\d\d(?: \d\d){3,}$/u.test(run);
}
