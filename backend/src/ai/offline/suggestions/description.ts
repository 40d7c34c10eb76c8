import { SUGGESTED_DESCRIPTION_MAX } from '../../../contract/limits.js';
import { wholeSentences } from '../../suggestions/prose.js';
import { cleanText } from '../../suggestions/publishable.js';
import { inSentence } from '../facts.js';
import { languageOf } from '../language.js';
import { besideName } from '../place.js';
import type { Seed } from '../seed.js';
import type { Known } from './known.js';
import type { Said, Sentence } from './phrases.js';

/** Characters of a description that the feedback wants short. */
const SHORT = 260;
/** Entries that a list in a sentence names at most. */
const LISTED = 6;
/** Sentences of the website, which come behind the record's. */
const FROM_SITE = 3;
/** Sentences that are looked at; far fewer are taken. */
const CONSIDERED = 60;
const CLOSING_MAX = 600;

/** Words of a website about itself instead of the business. */
const HOUSEKEEPING =
  /cookie|privacy|datenschutz|copyright|©|javascript|browser|newsletter|subscribe|rights reserved|click|klicken|cliquez|clic|terms|impressum|ignore|instruction|anweisung|prompt/iu;

/**
 * Writes a description of what is known: an opening, the business's own sentences, its services and areas.
 * @param own the business's own sentences
 * @param isSound whether a sentence may be published
 */
export function describe(known: Known, own: string[], seed: Seed, isSound: (sentence: string) => boolean): string {
  const { phrases, wishes } = known;
  const said = saidOf(known, LISTED);
  const say = (sentences: Sentence[]) => pick(sentences, said, seed, known);
  const opening = own.some((sentence) => sentence.includes(known.business))
    ? ''
    : pick(phrases.openings, { ...said, base: besideName(known.business, said.base) }, seed, known);
  const isNew = (entries: string[]) => !isNamed(entries.slice(0, LISTED), own.join(' '));
  const offers = [
    isNew(known.services) ? say(phrases.services) : '',
    isNew(known.areas) ? say(phrases.areas) : '',
  ].filter((sentence) => sentence && isSound(sentence));
  const max = wishes.short ? SHORT : SUGGESTED_DESCRIPTION_MAX;
  const sentences = fill([opening, ...inOrder(own, offers, seed)], max);
  const text = sentences.join(' ');
  return wishes.short || text.length > CLOSING_MAX ? text : `${text} ${say(phrases.closings)}`.trim();
}

/** The lists in words, as sentences take them. */
export function saidOf(known: Known, listed: number): Said {
  const { business, base, town, input, language, placed } = known;
  const join = new Intl.ListFormat(language.locale, { type: 'conjunction' });
  const list = (entries: string[], max: number) => join.format(entries.slice(0, max));
  const words = (entries: string[]) => entries.map((entry) => inSentence(entry, language));
  const isNamedBy = (entry: string) => business.toLowerCase().includes(entry.toLowerCase());
  const categories = known.categories.every(isNamedBy) ? [] : known.categories;
  // That a business serves the town where it is goes without saying.
  const areas = known.areas.every((area) => area === town || base.includes(area)) ? [] : known.areas;
  return {
    business,
    base: placed ? base : '',
    categories: list(words(categories), 2),
    services: list(words(known.services), listed),
    areas: placed ? list(areas, listed) : '',
    hours: hoursOf(input.profile.hours),
  };
}

function hoursOf(hours: string): string {
  const lines = hours.split('\n').map(cleanText).filter(Boolean);
  return lines.join('; ').replace(/[.;]+$/u, '');
}

function pick(sentences: Sentence[], said: Said, seed: Seed, { wishes }: Known): string {
  const possible = sentences.map((sentence) => sentence(said)).filter(Boolean);
  const liked = possible.filter((text) => !wishes.avoid.some((words) => text.toLowerCase().includes(words)));
  return seed.pick(liked.length ? liked : possible) ?? '';
}

/**
 * The sentences of the profile first; the client's and the website's where they say something else.
 * @param isSound whether a sentence may be published
 */
export function ownSentences(
  { input, language, phrases, business, wishes }: Known,
  isSound: (text: string) => boolean,
): string[] {
  const { profile, client, site } = input;
  const isOwn = (sentence: string) => phrases.own.test(sentence) || sentence.includes(business);
  const ofSite = [site?.metaDescription ?? '', ...(site?.text ?? '').split('\n')]
    .flatMap(wholeSentences)
    .filter((sentence) => isOwn(sentence) && !HOUSEKEEPING.test(sentence))
    .slice(0, FROM_SITE);
  const all = [...wholeSentences(profile.description), ...wholeSentences(client.description), ...ofSite]
    .slice(0, CONSIDERED)
    .map(cleanText);
  const usable = all.filter(
    (sentence) =>
      sentence.length >= 20 &&
      sentence.length <= 300 &&
      /[.!]$/u.test(sentence) &&
      isIn(sentence, language.locale) &&
      !wishes.avoid.some((words) => sentence.toLowerCase().includes(words)) &&
      isSound(sentence),
  );
  const words = usable.map(longWords);
  return usable.filter((_, at) => !words.slice(0, at).some((before) => isLike(before, words[at]!)));
}

function isIn(sentence: string, locale: string): boolean {
  const { language, sure } = languageOf(sentence);
  return !sure || language.locale === locale;
}

/** Whether two sentences say much the same: most of their longer words are the same. */
function isLike(first: Set<string>, second: Set<string>): boolean {
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared > 0.6 * Math.min(first.size, second.size);
}

function longWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}

/** The own sentences keep their order; where the others stand among them may change. */
function inOrder(own: string[], offers: string[], seed: Seed): string[] {
  const at = seed.pick([own.length, own.length, Math.min(1, own.length)]) ?? 0;
  return [...own.slice(0, at), ...offers, ...own.slice(at)];
}

/** As many sentences as fit. */
function fill(sentences: string[], max: number): string[] {
  const kept: string[] = [];
  for (const sentence of sentences.filter(Boolean)) {
    if ([...kept, sentence].join(' ').length <= max || kept.length === 0) kept.push(sentence);
  }
  return kept;
}

/** Whether a text names most of a list already. */
function isNamed(entries: string[], text: string): boolean {
  const named = entries.filter((entry) => text.toLowerCase().includes(entry.toLowerCase()));
  return named.length > 0 && named.length >= 0.75 * entries.length;
}
