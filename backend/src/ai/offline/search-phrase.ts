import { folded } from '../suggestions/folded.js';

/** How many letters at its beginning a town shares with its name in another language, such as Lisboa and Lisbon. */
const SHARED = 4;
/** Letters in which such names end differently. */
const ENDING = 2;

/** Places that keywords are compared with; few businesses name more. */
const PLACES_MAX = 100;

/**
 * Tells whether a keyword is what people type to find the business as a whole, such as `bakery lisbon`, and names
 * nothing that it offers.
 * @param kinds what the business is: its categories and its name
 * @param places towns and districts that it has to do with
 */
export function searchPhrases(kinds: string[], places: string[]): (keyword: string) => boolean {
  const kindWords = kinds.map(wordsOf);
  const placeWords = places.slice(0, PLACES_MAX).map(wordsOf);
  return (keyword) => {
    const words = wordsOf(keyword);
    return kindWords.some((kind) => isAbout(words, kind)) || placeWords.some((names) => isAt(words, names));
  };
}

/** Whether a keyword of several words has the place in it already, in whatever language. */
export function hasPlace(keyword: string, place: string): boolean {
  const words = wordsOf(keyword);
  const begins = (word: string) => (name: string) =>
    name.length > SHARED && word.length > SHARED && sharedStart(word, name) >= SHARED;
  const names = wordsOf(place);
  return words.length > 1 && (isAt(words, names) || words.some((word) => names.some(begins(word))));
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\d'&]+/gu) ?? [];
}

/** Begins or ends with the kind, or begins with its noun: `shop leeds` for a gift shop. */
function isAbout(words: string[], kind: string[]): boolean {
  if (kind.length === 0) return false;
  const isNoun = kind.some(
    (_, at) => kind.length - at <= words.length && areSame(words.slice(0, kind.length - at), kind.slice(at)),
  );
  return isNoun || areSame(words.slice(-kind.length), kind);
}

function areSame(words: string[], others: string[]): boolean {
  return words.length === others.length && words.every((word, at) => isPlural(word, others[at]!));
}

/** Whether two words are the same, but for the ending of the plural. */
function isPlural(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return [short, `${short}s`, `${short}es`, short.replace(/y$/u, 'ies')].includes(long);
}

/** Names the place anywhere, or at either end a town that is written much like it. */
function isAt(words: string[], names: string[]): boolean {
  const [name = ''] = names;
  if (names.length > 1) return ` ${words.join(' ')} `.includes(` ${names.join(' ')} `);
  return words.some((word) => isOf(word, name)) || [words[0], words.at(-1)].some((word) => isLike(word ?? '', name));
}

/** `Leeds` or `Rosenheimer`. */
function isOf(word: string, name: string): boolean {
  return name !== '' && word.startsWith(name) && /^(?:'?s|er)?$/u.test(word.slice(name.length));
}

function isLike(word: string, name: string): boolean {
  const shared = sharedStart(word, name);
  const endings = [word.length - shared, name.length - shared];
  const isLong = Math.min(word.length, name.length) > SHARED && Math.max(word.length, name.length) > SHARED + 1;
  // `Milan` is Milano, and `bright` is not Brighton.
  const longest = endings.includes(0) ? 1 : ENDING;
  return isLong && shared >= SHARED && endings.every((ending) => ending <= longest);
}

function sharedStart(one: string, other: string): number {
  const letters = [...one];
  const end = letters.findIndex((letter, at) => letter !== other[at]);
  return end < 0 ? letters.length : end;
}
