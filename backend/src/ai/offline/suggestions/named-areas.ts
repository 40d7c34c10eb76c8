import type { SuggestionInput } from '../../ai.js';
import { jsonLdNames } from '../../suggestions/json-ld.js';
import { areasOf } from '../place.js';

/** Areas that are told in a sentence. */
const SENTENCE =
  /^(?:we|our|serving|covering|wir|unser\p{L}*|nous|notre|trabajamos|nuestr\p{L}+|lavoriamo|la nostra)(?!\p{L})/iu;

/** The areas that the record, the client and the website's JSON-LD name, and the town of the business. */
export function areasIn({ profile, client, site }: SuggestionInput, town: string): string[] {
  const written = [profile.serviceAreas, client.serviceAreas].flatMap((text) => {
    const named = SENTENCE.test(text) ? placesIn(text) : areasOf(withCapitals(text));
    return named.length ? named : placesIn(text);
  });
  return [...written, ...jsonLdNames(site?.jsonLd ?? '', ['areaServed', 'serviceArea']), town];
}

/** Towns may be typed in a hurry, such as `leeds, bad aibling`. */
function withCapitals(text: string): string {
  return text.replace(/[^,;|•\n]+/gu, (entry) => {
    const isTown = entry === entry.toLowerCase() && entry.trim().split(' ').length <= 3 && !/\d/u.test(entry);
    return isTown
      ? entry.replace(/(?<!\p{L})(?!and |und |et |y |e )\p{Ll}/gu, (letter) => letter.toUpperCase())
      : entry;
  });
}

/** `We serve Leeds, Otley and Ilkley` names three. */
function placesIn(text: string): string[] {
  const name = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)*";
  const listed = new RegExp(
    `(?:serv\\p{L}{1,9}|cover\\p{L}{0,9}|across|around|of|in|für|um|à|de|en|a|di)\\s(${name}(?:(?:,|\\s(?:and|und|et|y|e|&))\\s(?:and |und )?${name})*)`,
    'gu',
  );
  return [...text.matchAll(listed)].flatMap(([, names = '']) => names.split(/,\s*|\s(?:and|und|et|y|e|&)\s/u));
}
