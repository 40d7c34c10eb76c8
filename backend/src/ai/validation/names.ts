import { folded } from '../text.js';

/** The language and the words of a draft's inputs. */
interface KnownInputs {
  isGerman: boolean;
  knowsWord(word: string): boolean;
}

/**
 * German capitalises all nouns, so only those after such words count as places. The flag `i` is for `In` and `IN`;
 * `germanPlaces` checks the capital letter of the place itself.
 */
const GERMAN_PLACE = /(?:^|\s)(?:in|aus|nach|um|raum|region|stadt|nähe von|umgebung von)\s(\p{Lu}[\p{L}-]{2,})/giu;
/** German nouns that follow a bare `in` without naming a place. */
const NO_GERMAN_PLACE =
  /(?:ung|ungen|heit|keit|schaft|arbeit|zeit|ion|tät|form|regie|sprache|ruhe|kürze|zukunft|bezug|größen?|farben?|lagen?|räumen?|anspruch|handwerk|qualität|ordnung|sachen|fragen|^ihre?[mnrs]?)$/iu;
const GERMAN_WORDS = new Set(
  'der die das den dem und wir mit für ist nicht unsere ihre auf von zu ein eine im bei'.split(' '),
);
/** Minimum share of these words in a German text. */
const GERMAN_SHARE = 0.12;

/** Weekdays and months, folded. They are allowed, because the inputs may state the same hours as `Tue` or `2/5`. */
const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|januar[iy]?|februar[iy]?|m(?:arch|arz|ay|ai)|april|jun[ei]|jul[iy]|august|(?:septem|okto|octo|novem|dezem|decem)ber)$/u;

/** Returns the names within the sentences of a text, such as those of towns, that no input contains. */
export function unknownNamesIn(text: string, known: KnownInputs): string[] {
  const names = known.isGerman || isGerman(text) ? germanPlaces(text) : capitalised(text);
  return [...new Set(names)].filter((name) => !CALENDAR.test(folded(name)) && !known.knowsWord(name));
}

export function isGerman(text: string): boolean {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return all.filter((word) => GERMAN_WORDS.has(word)).length > GERMAN_SHARE * all.length;
}

/** Returns the words with a capital letter that do not begin a sentence or a quotation. */
function capitalised(text: string): string[] {
  const found = text.match(/(?<=[\p{L}\d,;)&’'/-]\s|\p{L}[/-])\p{Lu}[\p{L}\p{M}]+/gu) ?? [];
  return found.filter((word) => word.length > 2);
}

function germanPlaces(text: string): string[] {
  return [...text.matchAll(GERMAN_PLACE)]
    .map(([, name]) => name!)
    .filter((name) => /^\p{Lu}/u.test(name) && !NO_GERMAN_PLACE.test(name));
}
