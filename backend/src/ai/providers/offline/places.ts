import { folded, oneLine } from '../../text.js';
import { isCountryOrState } from '../../validation/places.js';

/** A postcode before a town. It is recognized here because some look like house numbers. */
const POSTCODE = /^(?:\d{4}(?:-\d{3})?|\d{2}-\d{3}|\d{3} \d{2})\s(?:[A-Z]{2}\s)?(?=\p{Lu})/u;
/** Maximum characters of a place's name. */
const PLACE_MAX = 45;

/**
 * Returns the town of a postal address, with its district if it names one: `12 Park Street, Clifton, Bristol BS1 5PF,
 * UK` gives `Clifton, Bristol`. The country is left out, because captions are for local customers. `''` if no town is
 * found.
 */
export function findLocality(address: string): string {
  const parts = address
    .split(/[,;\n]/u)
    .map(oneLine)
    .filter(Boolean);
  const towns = parts
    .filter((part, index) => !isCountryOrState(part) && !isStreet(part, index > 0 && index === parts.length - 1))
    .map((part) => part.replace(/^(\d{5} .+) [A-Z]{2}$/u, '$1').replace(POSTCODE, ''))
    .map((part) => oneLine(part.replace(/(?<!\S)\S*\d\S*/gu, '')))
    .filter((part) => /^\p{L}[\p{L}\p{M}\s.'’()-]+$/u.test(part));
  return [towns.slice(-2).join(', '), towns.at(-1) ?? ''].find((locality) => locality.length <= PLACE_MAX) ?? '';
}

/** Whether a part of an address is a street: it has a house number, which must not be the postcode of a town. */
function isStreet(part: string, isLast: boolean): boolean {
  const hasHouseNumber = /(?:^|\s)\d{1,4}\s?[a-z]?(?:[-–/]\d+\s?[a-z]?)?(?:$|\s)/iu.test(part);
  return (
    /^(?:unit|suite|floor|flat|apt|shop|level|po box|building)\b/iu.test(part) ||
    (hasHouseNumber && !isLast && !POSTCODE.test(part))
  );
}

/**
 * Splits a list such as `Bristol, bath and Keynsham` into towns and districts; none if it is written as sentences.
 */
export function splitAreas(serviceAreas: string): string[] {
  const areas = serviceAreas
    .split(/[,;|•\n]|\s(?:and|und|et|y|e|&)\s/u)
    .map((part) => oneLine(part).replace(/^(?:and\s|[-–*]\s)|(?<![.\s])[.\s]+$/giu, ''))
    .filter(Boolean)
    .map((part) => (/\p{Lu}/u.test(part) ? part : part.replace(/(?<!\p{L})\p{Ll}/gu, (first) => first.toUpperCase())));
  const isName = (area: string) =>
    area.length <= PLACE_MAX && area.split(' ').length <= 5 && /^(?!We |Our )[\p{Lu}\p{Lo}]\D*$/u.test(area);
  return areas.every(isName) ? areas : [];
}

/**
 * Returns the locality, or `''` if the business's name contains it: no text should say `Padaria Lisboa in Lisboa`.
 */
export function unlessInName(business: string, locality: string): string {
  const words = folded(business).split(/[^\p{L}'-]+/u);
  return folded(locality)
    .split(', ')
    .some((part) => words.includes(part))
    ? ''
    : locality;
}
