import { oneLine } from '../text.js';

/** Countries as they end addresses; a caption for local customers does not name them. */
const COUNTRIES = new Set(
  `uk, u.k., united kingdom, great britain, england, scotland, wales, northern ireland, ireland, usa, u.s.a., us,
  united states, united states of america, canada, australia, new zealand, germany, deutschland, austria, österreich,
  switzerland, schweiz, suisse, svizzera, france, italy, italia, spain, españa, portugal, netherlands, nederland,
  belgium, belgique, belgië, denmark, danmark, sweden, sverige, norway, norge, poland, polska, india, south africa`
    .split(',')
    .map((country) => country.trim()),
);
const LONGEST = 45;
/** Before a town; some look like the number of a house. */
const POSTCODE = /^(?:\d{4}(?:-\d{3})?|\d{2}-\d{3}|\d{3} \d{2})\s(?:[A-Z]{2}\s)?(?=\p{Lu})/u;

/**
 * The town, with its district where the address names one, out of a postal address: `12 Park Street, Clifton, Bristol
 * BS1 5PF, UK` gives `Clifton, Bristol`. `''` where no town can be told.
 */
export function localityOf(address: string): string {
  const parts = address
    .split(/[,;\n]/u)
    .map(oneLine)
    .filter(Boolean);
  const towns = parts
    .filter((part, index) => !isStreet(part, index, parts.length) && !COUNTRIES.has(part.toLowerCase()))
    .map(withoutPostcode)
    .filter((part) => /\p{L}{2}/u.test(part));
  const long = towns.slice(-2).join(', ');
  return [long, towns.at(-1) ?? ''].find((locality) => locality.length <= LONGEST) ?? '';
}

/** The towns and districts of a free text such as `Bristol, Bath and Keynsham`; none where it is written as sentences. */
export function areasOf(serviceAreas: string): string[] {
  const entries = serviceAreas.split(/[,;|•\n]/u);
  const last = entries.pop()!;
  const parts = [...entries, ...last.split(/\s(?:and|und|et|y|e|&)\s/u)]
    .map((part) =>
      oneLine(part)
        .replace(/^(?:and|und|et|y|e|&|[-–*])\s+/iu, '')
        .replace(/(?<![.\s])[.\s]+$/u, ''),
    )
    .filter(Boolean);
  const isName = (part: string) =>
    part.length <= LONGEST && /^[\p{Lu}\p{Lo}]/u.test(part) && part.split(' ').length <= 6;
  return parts.every(isName) ? parts.filter((part) => !/^(?:we|our|wir|nous)\s/iu.test(part)) : [];
}

/** A locality, unless the name of the business says it already: `Padaria Lisboa` is not in Lisboa once more. */
export function besideName(business: string, locality: string): string {
  const words = ` ${(business.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []).join(' ')} `;
  const isNamed = locality.split(', ').some((part) => part.length > 2 && words.includes(` ${part.toLowerCase()} `));
  return isNamed ? '' : locality;
}

/** A number before or behind the name of a street; a number before a town, or behind it, is its postcode. */
function isStreet(part: string, index: number, count: number): boolean {
  if (/^(?:unit|suite|floor|flat|apt|shop|level|po box|building)\b/iu.test(part)) return true;
  const houseNumber = /(?:^|\s)\d{1,4}\s?[a-z]?(?:[-–/]\d+\s?[a-z]?)?(?:$|\s)/iu.test(part);
  return houseNumber && index < Math.max(count - 1, 1) && !POSTCODE.test(part);
}

/** The Italian province behind a town goes with the postcode before it. */
function withoutPostcode(part: string): string {
  const town = part.replace(/^(\d{5} .+) [A-Z]{2}$/u, '$1').replace(POSTCODE, '');
  return town
    .split(' ')
    .filter((word) => !/\d/u.test(word))
    .join(' ');
}
