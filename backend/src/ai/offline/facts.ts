import type { CaptionInput } from '../ai.js';
import { oneLine, sentencesOf, withoutDoubles } from '../text.js';
import type { Wishes } from './feedback.js';
import { topicOf } from './file-name.js';
import { languageOf } from './language.js';
import type { Look } from './look.js';
import type { Facts, Phrases } from './phrases.js';
import { areasOf, besideName, localityOf } from './place.js';
import { searchPhrases } from './search-phrase.js';
import type { Seed } from './seed.js';
import { capital, spelledAs, spellingIn } from './spelling.js';

/** Entries that a list in a sentence names at most. */
const LISTED = 4;
/** Offers named in one description; other pictures name others. */
const OFFERS = 3;
/** Adjectives of people and countries keep their capital letter within a sentence. */
const PROPER =
  /^(?:African|American|Asian|Belgian|British|Bavarian|Chinese|Cuban|Danish|Dutch|English|Ethiopian|European|French|German|Greek|Indian|Iranian|Irish|Israeli|Italian|Jamaican|Japanese|Korean|Lebanese|Mexican|Moroccan|Persian|Peruvian|Polish|Portuguese|Russian|Scottish|Spanish|Swedish|Swiss|Syrian|Thai|Turkish|Vietnamese|Welsh)\b/u;

/** Gathers what is known about a picture, in the words of a language. */
export function factsOf(input: CaptionInput, look: Look, language: Phrases, wishes: Wishes, seed: Seed): Facts {
  const { picture } = input;
  const client = withoutRejected(input.client, wishes);
  const join = new Intl.ListFormat(language.locale, { type: 'conjunction' });
  const list = (entries: string[]) => join.format(entries.slice(0, LISTED));
  const { here, hereFull, base, areas } = placesOf({ ...input, client });
  const placed = !wishes.without.includes('place');
  const categories = withoutDoubles(client.categories);
  const colours = wishes.without.includes('colours') ? '' : join.format(colourNames(look, language));
  return {
    business: oneLine(client.business),
    topic: written(withoutBusiness(topicOf(picture.fileName), client.business), language),
    here: placed ? here : '',
    hereFull,
    base: placed ? base : '',
    home: placed ? besideName(client.business, base) : '',
    place: placed ? besideName(client.business, here || base || (areas[0] ?? '')) : '',
    areas: list(areas.length > LISTED ? seed.rotate(areas) : areas),
    category: seed.pick(categories.filter((category) => !contains(client.business, category))) ?? '',
    categories: list(categories.map((category) => inSentence(category, language))),
    offers: join.format(spelled(offersOf({ ...input, client }, wishes, seed).slice(0, OFFERS), client, language)),
    quote: languageOf(client.description).sure ? (seed.pick(quotable(client.description)) ?? '') : '',
    month: wishes.without.includes('month') ? '' : monthOf(picture.takenAt, language.locale),
    colours,
    tones: colours && language.tones(colours, look),
    inLight: language.lights[look.light][1],
    shape: language.shapes[shapeOf(picture)],
  };
}

/** The client's record without the keywords and categories that its feedback says no to. */
export function withoutRejected(client: CaptionInput['client'], wishes: Wishes): CaptionInput['client'] {
  const wanted = (entries: string[]) => entries.filter((entry) => !wishes.rejects(entry));
  return { ...client, targetKeywords: wanted(client.targetKeywords), categories: wanted(client.categories) };
}

function contains(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** The leading colours in words. */
export function colourNames(look: Look, language: Phrases): string[] {
  return look.colours.map((colour) => language.colours[colour]);
}

function placesOf({ address, client }: CaptionInput) {
  const hereFull = oneLine(address);
  return { hereFull, here: localityOf(address), base: localityOf(client.address), areas: areasOf(client.serviceAreas) };
}

/** Keywords that can stand in a sentence: no search phrases such as "best florist near me" or "florist bristol". */
function offersOf(input: CaptionInput, wishes: Wishes, seed: Seed): string[] {
  const { client } = input;
  const { here, base, areas } = placesOf(input);
  const places = [...areas, ...here.split(', '), ...base.split(', ')].filter(Boolean);
  const isSearchPhrase = searchPhrases([...client.categories, client.business], places);
  const natural = withoutDoubles(client.targetKeywords).filter(
    (keyword) =>
      keyword.length <= 40 &&
      !/\d|#|\b(?:near|best|top|cheap|cheapest|price|prices|prix|pas cher|günstig|preis|beste|mejor|barato|migliore|economico)\b/iu.test(
        keyword,
      ) &&
      !isSearchPhrase(keyword),
  );
  const rotated = seed.rotate(natural);
  return [...rotated.filter(wishes.prefers), ...rotated.filter((keyword) => !wishes.prefers(keyword))];
}

/** Sentences of the client's own that can stand alone, and in public. */
function quotable(description: string): string[] {
  return sentencesOf(description).filter(
    (sentence) =>
      sentence.length >= 30 &&
      sentence.length <= 220 &&
      /[.!]$/u.test(sentence) &&
      !/https?:|www\.|@|[€$£]|\d[\d\s()/-]{5,}|<|%/u.test(sentence) &&
      !/^(?:this|these|that|those|they|it|its|also|but|however|and|dies|diese|auch|aber|cela|ces|mais|esto|estos|pero|questo|anche|ma)\b/iu.test(
        sentence,
      ),
  );
}

/** Keywords are typed small; German nouns are not written so. */
function spelled(offers: string[], { description }: CaptionInput['client'], { locale }: Phrases): string[] {
  return locale === 'de' ? offers.map((offer) => capital(spelledAs(spellingIn(description), offer))) : offers;
}

/** Cameras without a set clock write the first day they know, or a day to come. */
function monthOf(takenAt: string | null, locale: string): string {
  const taken = new Date(`${takenAt}Z`);
  const likely = taken.getTime() > Date.UTC(1995, 0) && taken.getTime() < Date.now() + 86_400_000;
  if (!likely || takenAt?.startsWith('2000-01-01')) return '';
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(taken);
}

function shapeOf({ width, height }: CaptionInput['picture']): keyof Phrases['shapes'] {
  const ratio = width / height;
  if (ratio >= 2) return 'panorama';
  return ratio > 1.1 ? 'landscape' : ratio < 0.9 ? 'portrait' : 'square';
}

/** `bloom and stem shop window` of the business Bloom & Stem is about its shop window. */
function withoutBusiness(topic: string, business: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\s]/gu, ' ')
      .split(/\s+/u)
      .filter((word) => word && word !== 'and');
  const name = plain(business);
  const words = topic.split(' ');
  const starts = name.length > 0 && plain(topic).slice(0, name.length).join(' ') === name.join(' ');
  if (!starts) return topic;
  let count = 0;
  while (plain(words.slice(0, count).join(' ')).length < name.length) count += 1;
  return topicOf(words.slice(count).join(' '));
}

/** A category or an offer as it stands within a sentence. */
export function inSentence(entry: string, { locale }: Phrases): string {
  const plainWord = /^\p{Lu}\p{Ll}/u.test(entry) && !PROPER.test(entry) && !locale.startsWith('de');
  return plainWord ? entry[0]!.toLowerCase() + entry.slice(1) : entry;
}

/** Most file names begin with a noun, and German nouns with a capital letter. */
function written(topic: string, { locale }: Phrases): string {
  return locale === 'de' ? capital(topic) : topic;
}
