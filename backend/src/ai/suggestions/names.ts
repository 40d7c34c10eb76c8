import { languageOf } from '../offline/language.js';
import type { Evidence } from './evidence.js';
import { folded } from './folded.js';

/** German nouns that follow a bare `in` without naming a place. */
const NO_PLACE =
  /(?:ung|ungen|heit|keit|schaft|arbeit|zeit|ion|tät|form|regie|sprache|ruhe|kürze|zukunft|bezug|größen?|farben?|lagen?|räumen?|anspruch|handwerk|qualität|ordnung|sachen|fragen|^ihre?[mnrs]?)$/iu;
const GERMAN_PLACE = /(?:^|\s)(?:in|aus|nach|um|raum|region|stadt|nähe von|umgebung von)\s(\p{Lu}[\p{L}-]{2,})/giu;

/** Weekdays and months are said of hours that are written otherwise. */
const CALENDAR = new Set(['en', 'de', 'fr', 'es', 'it'].flatMap(calendarOf));

/** Names within the sentences of a text, such as a town's, that no input knows. */
export function unknownNamesIn(text: string, evidence: Evidence): string[] {
  const { language, sure } = languageOf(text);
  const isGerman = sure ? language.locale === 'de' : evidence.german;
  const names = isGerman ? germanPlaces(text) : capitalised(text);
  return [...new Set(names)].filter((name) => !CALENDAR.has(folded(name)) && !evidence.knowsWord(name));
}

/** Words with a capital letter that do not begin a sentence or a quotation. */
function capitalised(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{L}\d,;)&’'/-]\s|\p{L}[/-])\p{Lu}[\p{L}\p{M}]+/gu)]
    .map(([word]) => word)
    .filter((word) => word.length > 2);
}

function germanPlaces(text: string): string[] {
  return [...text.matchAll(GERMAN_PLACE)]
    .map(([, name]) => name!)
    .filter((name) => /^\p{Lu}/u.test(name) && !NO_PLACE.test(name));
}

function calendarOf(locale: string): string[] {
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2024, 0, at + 1)));
  const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2024, at, 1)));
  const name = (date: Date, part: Intl.DateTimeFormatOptions) =>
    folded(new Intl.DateTimeFormat(locale, { ...part, timeZone: 'UTC' }).format(date));
  return [
    ...days.flatMap((day) => [
      name(day, { weekday: 'long' }),
      `${name(day, { weekday: 'long' })}s`,
      name(day, { weekday: 'short' }).replace('.', ''),
    ]),
    ...months.map((month) => name(month, { month: 'long' })),
  ];
}
