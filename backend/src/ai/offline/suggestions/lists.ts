import { parseFaqs, type Faq } from '../../../contract/faqs.js';
import { FAQS_MAX, SUGGESTED_KEYWORDS_MAX } from '../../../contract/limits.js';
import { withoutDoubles } from '../../text.js';
import { inSentence } from '../facts.js';
import { hasPlace } from '../search-phrase.js';
import { saidOf } from './description.js';
import type { Known } from './known.js';

/** Towns that keywords are combined with. */
const TOWNS = 4;
const LISTED = 12;

/** The services that are named; the categories where there are none. */
export function services({ services: named, categories, wishes }: Known): string[] {
  return shorter(named.length ? named : categories, wishes.short);
}

/** The areas that are named. */
export function serviceAreas({ areas, wishes }: Known): string[] {
  return shorter(areas, wishes.short);
}

/** The current questions that can be kept, and those that what is known answers. */
export function faqs(known: Known): Faq[] {
  const said = saidOf(known, LISTED);
  const current = parseFaqs(known.input.profile.faqs) ?? [];
  const facts = ['services', 'areas', 'base', 'hours'] as const;
  const answered = facts
    .filter((fact) => said[fact] !== '' && said[fact].length <= 400)
    .map((fact) => known.phrases.faqs[fact])
    .map(([question, answer]) => ({ question: question(said), answer: answer(said) }));
  return shorter([...current, ...answered].slice(0, FAQS_MAX), known.wishes.short);
}

/** What the client wants to be found for, then categories and services, alone and with towns. */
export function keywords(known: Known): string[] {
  const { input, categories, services: named, areas, town, language, business, wishes } = known;
  const small = (entries: string[]) => entries.map((entry) => inSentence(entry, language));
  const towns = withoutDoubles([town, ...areas])
    .filter(Boolean)
    .slice(0, TOWNS);
  const withTowns = (entries: string[], places: string[]) =>
    entries.flatMap((entry) => places.filter((place) => !hasPlace(entry, place)).map((place) => `${entry} ${place}`));
  const all = [
    ...input.client.targetKeywords,
    ...small(categories),
    ...withTowns(small(categories), towns),
    ...small(named),
    ...withTowns(small(named), towns.slice(0, 1)),
  ];
  const liked = withoutDoubles(all).filter((keyword) => !wishes.rejects(keyword));
  const preferred = [...liked.filter(wishes.prefers), ...liked.filter((keyword) => !wishes.prefers(keyword))];
  const kept = preferred.length ? preferred : withTowns([business], towns.slice(0, 1));
  return shorter(kept.slice(0, SUGGESTED_KEYWORDS_MAX), wishes.short);
}

function shorter<T>(entries: T[], isShort: boolean): T[] {
  return isShort ? entries.slice(0, Math.max(3, Math.ceil(entries.length / 2))) : entries;
}
