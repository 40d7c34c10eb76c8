import { jsonLdNames } from '../../suggestions/json-ld.js';
import type { Section } from '../../../contract/statuses.js';
import type { SuggestionInput } from '../../ai.js';
import { Evidence } from '../../suggestions/evidence.js';
import { reviewAreas, reviewServices, type Review } from '../../suggestions/lists.js';
import { isLarge, placeFault } from '../../suggestions/places.js';
import { cleanEntry } from '../../suggestions/publishable.js';
import { oneLine, withoutDoubles } from '../../text.js';
import { wishesIn, type Wishes } from '../feedback.js';
import { languageOf } from '../language.js';
import type { Phrases } from '../phrases.js';
import { localityOf } from '../place.js';
import { addedBy } from './added.js';
import { areasIn } from './named-areas.js';
import { servicesIn } from './named-services.js';
import { phrasesOf, type SuggestionPhrases } from './phrases.js';

/** All that is known about a business, as lists; what the feedback says no to is left out. */
export interface Known {
  input: SuggestionInput;
  evidence: Evidence;
  business: string;
  /** Town of the business, with its district where the address names one. */
  base: string;
  /** That town alone. */
  town: string;
  categories: string[];
  services: string[];
  areas: string[];
  wishes: Wishes;
  /** Whether places may be spoken of. */
  placed: boolean;
  language: Phrases;
  phrases: SuggestionPhrases;
}

/** Sections in which what is to be added is a service. */
const NAMES_SERVICES: Section[] = ['services', 'keywords'];

/** Gathers what is known. */
export function knownOf(input: SuggestionInput): Known {
  const { profile, client, site } = input;
  const evidence = new Evidence(input);
  const { wishes } = evidence;
  const { language } = languageOf(languageSample(input));
  const phrases = phrasesOf(language.locale);
  const base = [profile.address, client.address].map(localityOf).find(isPlace) ?? '';
  const town = jsonLdNames(site?.jsonLd ?? '', ['addressLocality'])[0] ?? townOf(base);
  const liked = (entries: string[]) => {
    const kept = withoutDoubles(entries.map(cleanEntry)).filter((entry) => !wishes.rejects(entry));
    return [...kept.filter(wishes.prefers), ...kept.filter((entry) => !wishes.prefers(entry))];
  };
  const added = addedBy(`${input.clientFeedback}\n${input.staffFeedback}`);
  const areas = liked([...areasIn(input, town), ...(input.section === 'serviceAreas' ? added.filter(isName) : [])]);
  const places = [...areas, town].filter(Boolean);
  return {
    input,
    evidence,
    business: oneLine(profile.businessName || client.business),
    base: wishes.rejects(base) ? '' : base,
    town: wishes.rejects(town) ? '' : town,
    categories: liked([...profile.categories, ...client.categories]).filter(isWords),
    services: publishable(
      reviewServices(
        liked(servicesIn(input, { language, phrases }, places, NAMES_SERVICES.includes(input.section) ? added : [])),
        evidence,
      ),
    ),
    areas: publishable(reviewAreas(areas, evidence)),
    wishes,
    placed: !wishesIn(wishes.unwanted.join('. '), '').without.includes('place'),
    language,
    phrases,
  };
}

function publishable({ suggestion }: Review): string[] {
  return suggestion === '' ? [] : suggestion.split('\n');
}

function languageSample({ profile, client, site }: SuggestionInput): string {
  const short = [profile.services, ...client.targetKeywords, ...profile.categories].join(' ');
  const texts = [profile.description, client.description, `${site?.metaDescription ?? ''} ${site?.text ?? ''}`, short];
  return texts.find((text) => languageOf(text).sure) ?? short;
}

/** Whether a text is made of words and what stands between them. */
function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && /^[\p{L}\p{M}\d\s.,'’()/&+-]+$/u.test(text);
}

/** Whether all words have a capital letter, but for the little ones within a name. */
function isName(entry: string): boolean {
  return /^\p{Lu}[\p{L}'’-]*(?: (?:(?:de|la|le|am|im|an der|upon|on|di|del) )?\p{Lu}[\p{L}'’-]*)*$/u.test(entry);
}

function isPlace(locality: string): boolean {
  return (
    locality !== '' && locality.split(', ').every((part) => placeFault(part) === null || /^[A-Z]{2,3}$/u.test(part))
  );
}

/** The town of a locality, without its district and its state. */
function townOf(base: string): string {
  const parts = base.split(', ');
  const last = parts.at(-1) ?? '';
  return isLarge(last) || /^[A-Z]{2,3}$/u.test(last) ? (parts[0] ?? '') : last;
}
