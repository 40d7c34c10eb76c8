import { folded, oneLine } from '../../text.js';
import { isLarge } from '../../validation/places.js';

/** Before a town; some look like the number of a house. */
const POSTCODE = /^(?:\d{4}(?:-\d{3})?|\d{2}-\d{3}|\d{3} \d{2})\s(?:[A-Z]{2}\s)?(?=\p{Lu})/u;
const LONGEST = 45;

/**
 * The town of a postal address, with its district where there is one: `12 Park Street, Clifton, Bristol BS1 5PF, UK`
 * gives `Clifton, Bristol`, since a caption for local customers names no country. `''` where no town is found.
 */
export function localityOf(address: string): string {
  const parts = address
    .split(/[,;\n]/u)
    .map(oneLine)
    .filter(Boolean);
  const towns = parts
    .filter((part, index) => !isLarge(part) && !isStreet(part, index > 0 && index === parts.length - 1))
    .map((part) => part.replace(/^(\d{5} .+) [A-Z]{2}$/u, '$1').replace(POSTCODE, ''))
    .map((part) => oneLine(part.replace(/(?<!\S)\S*\d\S*/gu, '')))
    .filter((part) => /^\p{L}[\p{L}\p{M}\s.'’()-]+$/u.test(part));
  return [towns.slice(-2).join(', '), towns.at(-1) ?? ''].find((locality) => locality.length <= LONGEST) ?? '';
}

/** A number before or behind the name of a street; a number before a town, or behind it, is its postcode. */
function isStreet(part: string, isLast: boolean): boolean {
  const hasHouseNumber = /(?:^|\s)\d{1,4}\s?[a-z]?(?:[-–/]\d+\s?[a-z]?)?(?:$|\s)/iu.test(part);
  return (
    /^(?:unit|suite|floor|flat|apt|shop|level|po box|building)\b/iu.test(part) ||
    (hasHouseNumber && !isLast && !POSTCODE.test(part))
  );
}

/** The towns and districts of a list such as `Bristol, bath and Keynsham`; none where it is written as sentences. */
export function areasOf(serviceAreas: string): string[] {
  const areas = serviceAreas
    .split(/[,;|•\n]|\s(?:and|und|et|y|e|&)\s/u)
    .map((part) => oneLine(part).replace(/^(?:and\s|[-–*]\s)|(?<![.\s])[.\s]+$/giu, ''))
    .filter(Boolean)
    .map((part) => (/\p{Lu}/u.test(part) ? part : part.replace(/(?<!\p{L})\p{Ll}/gu, (first) => first.toUpperCase())));
  const isName = (area: string) =>
    area.length <= LONGEST && area.split(' ').length <= 5 && /^(?!We |Our )[\p{Lu}\p{Lo}]\D*$/u.test(area);
  return areas.every(isName) ? areas : [];
}

/** A locality, unless the name of the business says it already: `Padaria Lisboa` is not in Lisboa once more. */
export function besideName(business: string, locality: string): string {
  const words = folded(business).split(/[^\p{L}'-]+/u);
  return folded(locality)
    .split(', ')
    .some((part) => words.includes(part))
    ? ''
    : locality;
}
