import { jsonLdNames } from '../../json-ld.js';
import type { SuggestionInput } from '../../ai.js';
import { Evidence } from '../../suggestion.evidence.js';
import { reviewAreas, reviewServices, type Review } from '../../suggestion.lists.js';
import { isLarge, placeFault } from '../../suggestion.places.js';
import { cleanEntry } from '../../suggestion.publishable.js';
import { oneLine, sentencesOf, withoutDoubles } from '../../text.js';
import { wishesIn, type Wishes } from '../feedback.js';
import { languageOf } from '../language.js';
import type { Phrases } from '../phrases.js';
import { areasOf, localityOf } from '../place.js';
import { phrasesOf, type SuggestionPhrases } from './phrases.js';

/** All that is known about a business, as lists; what the feedback says no to is left out. */
export interface Known {
  input: SuggestionInput;
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

const SERVICE_KEYS = ['makesOffer', 'hasOfferCatalog', 'availableService', 'serviceType', 'offers', 'knowsAbout'];
/** Search phrases and pages that name no service. */
const NO_SERVICE =
  /\b(?:near|nearby|best|top|cheap\w*|price\w*|home|about|contact|blog|news|faq|gallery|reviews?|testimonials?|privacy|cookie\w*|terms|careers|jobs|login|cart|book|read more|learn more|call|menu|startseite|über|kontakt|impressum|datenschutz\w*|agb|karriere|mehr|accueil|propos|mentions|contacto|inicio|aviso|chi siamo|contatti|günstig\w*|preis\w*|prix|precio\w*|prezz\w*|beste\w*)(?!\p{L})/iu;
const SERVICE_WORDS = 6;
/** Lines below a heading that may be its list. */
const LISTED_LINES = 15;

/** Areas that are told in a sentence. */
const SENTENCE =
  /^(?:we|our|serving|covering|wir|unser\p{L}*|nous|notre|trabajamos|nuestr\p{L}+|lavoriamo|la nostra)(?!\p{L})/iu;

/** Gathers what is known. */
export function knownOf(input: SuggestionInput): Known {
  const { profile, client, site } = input;
  const feedback = `${input.clientFeedback}\n${input.staffFeedback}`;
  const wishes = wishesIn(feedback, input.previous);
  const evidence = new Evidence(input);
  const { language } = languageOf(languageSample(input));
  const phrases = phrasesOf(language.locale);
  const base = [profile.address, client.address].map(localityOf).find(isPlace) ?? '';
  const town = jsonLdNames(site?.jsonLd ?? '', ['addressLocality'])[0] ?? townOf(base);
  const liked = (entries: string[]) => {
    const kept = withoutDoubles(entries.map(cleanEntry)).filter((entry) => !wishes.rejects(entry));
    return [...kept.filter(wishes.prefers), ...kept.filter((entry) => !wishes.prefers(entry))];
  };
  const added = addedBy(feedback);
  const areas = liked([...areasIn(input, town), ...added.filter((entry) => /^\p{Lu}/u.test(entry))]);
  const places = [...areas, town].filter(Boolean);
  return {
    input,
    business: oneLine(profile.businessName || client.business),
    base: wishes.rejects(base) ? '' : base,
    town: wishes.rejects(town) ? '' : town,
    categories: liked([...profile.categories, ...client.categories]).filter(isWords),
    services: publishable(reviewServices(liked(servicesIn(input, phrases, places, added)), evidence)),
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

function areasIn({ profile, client, site }: SuggestionInput, town: string): string[] {
  const written = [profile.serviceAreas, client.serviceAreas].flatMap((text) => {
    const named = SENTENCE.test(text) ? placesIn(text) : areasOf(withCapitals(text));
    return named.length ? named : placesIn(text);
  });
  return [...written, ...jsonLdNames(site?.jsonLd ?? '', ['areaServed', 'serviceArea']), town];
}

/** Towns may be typed in a hurry, such as `leeds, bad aibling`. */
function withCapitals(text: string): string {
  return text.replace(/[^,;|•\n]+/gu, (entry) => {
    const isTown = isSmall(entry) && entry.trim().split(' ').length <= 3 && !/\d/u.test(entry);
    return isTown
      ? entry.replace(/(?<!\p{L})(?!and |und |et |y |e )\p{Ll}/gu, (letter) => letter.toUpperCase())
      : entry;
  });
}

/** `We serve Leeds, Otley and Ilkley` names three. */
function placesIn(text: string): string[] {
  const name = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)*";
  const listed = new RegExp(
    `(?:serv\\p{L}+|cover\\p{L}*|across|around|of|in|für|um|à|de|en|a|di)\\s(${name}(?:(?:,|\\s(?:and|und|et|y|e|&))\\s(?:and |und )?${name})*)`,
    'gu',
  );
  return [...text.matchAll(listed)].flatMap(([, names = '']) => names.split(/,\s*|\s(?:and|und|et|y|e|&)\s/u));
}

function servicesIn(input: SuggestionInput, phrases: SuggestionPhrases, places: string[], added: string[]): string[] {
  const { profile, client, site } = input;
  const named = [
    ...entriesOf(profile.services),
    ...client.targetKeywords.filter((keyword) => isService(keyword, input, places)),
    ...jsonLdNames(site?.jsonLd ?? '', SERVICE_KEYS).filter((name) => isService(name, input, [])),
    ...linesBelow(site?.text ?? '', phrases.servicesHeading).filter((line) => isService(line, input, [])),
    ...added.filter((entry) => !places.includes(entry)),
  ];
  const spelling = spellingIn([profile.description, profile.services, client.description, site?.text ?? ''].join('\n'));
  return named.map(cleanEntry).map((name) => {
    const spelled = isSmall(name) ? name.replace(/\p{L}+/gu, (word) => spelling.get(word) ?? word) : name;
    return spelled.slice(0, 1).toUpperCase() + spelled.slice(1);
  });
}

/** How a text writes the words that it never begins with a small letter, as German nouns. */
function spellingIn(text: string): Map<string, string> {
  const words = text.match(/\p{L}+/gu) ?? [];
  const small = new Set(words.filter(isSmall));
  return new Map(words.map((word) => [word.toLowerCase(), word] as const).filter(([key]) => !small.has(key)));
}

function isSmall(text: string): boolean {
  return text === text.toLowerCase();
}

/** One per line, or all on one line with something between. */
function entriesOf(text: string): string[] {
  const lines = text.split(/[\n•;|]/u).filter((line) => line.trim());
  const isOneLine = lines.length === 1 && lines[0]!.split(',').length > 2;
  return isOneLine ? lines[0]!.split(',') : lines;
}

function isService(name: string, { profile, client }: SuggestionInput, places: string[]): boolean {
  const plain = name.toLowerCase();
  const isOther = [...profile.categories, ...client.categories].some((category) => category.toLowerCase() === plain);
  const hasOwn = [profile.businessName, client.business, ...places].some(
    (own) => own !== '' && plain.includes(own.toLowerCase()),
  );
  return !isOther && !hasOwn && !NO_SERVICE.test(name) && name.split(' ').length <= SERVICE_WORDS && !/\d/u.test(name);
}

function linesBelow(text: string, heading: RegExp): string[] {
  const lines = text.split('\n').map(oneLine);
  const at = lines.findIndex((line) => heading.test(line));
  if (at < 0) return [];
  const below = lines.slice(at + 1, at + 1 + LISTED_LINES);
  const end = below.findIndex((line) => /[:?]$/u.test(line) || NO_SERVICE.test(line));
  return (end < 0 ? below : below.slice(0, end)).filter(
    (line) => line.length > 2 && line.length <= 60 && !/[.!]$/u.test(line),
  );
}

/** Words of a wish that name nothing, such as `more detail`. */
const NO_NAME =
  /^(?:more|some|something|an?|the|our|that|it|this|them|all|less|my|mehr|etwas|eine?[nrm]?|die|der|das|unsere?|plus|une?|le|la|les|nos|notre|más|un[oa]?|el|los|las|più|il|lo|i|gli)(?!\p{L})|\b(?:details?|information|info|text|sentences?|about|questions?|keywords?|services?|areas?|towns?|faqs?)\b/iu;

/** What the feedback asks to add, by name. */
function addedBy(feedback: string): string[] {
  const found = sentencesOf(feedback).map(
    (sentence) =>
      /(?:^|\s)(?:add|include|also mention|ergänze[n]?|ajoute[rz]?|añad[ae]n?|agreg\p{L}+|aggiung\p{L}+)\s+(?:also |the |auch |noch |aussi |también |anche )?([^.!?]+)/iu.exec(
        sentence,
      )?.[1] ??
      /^(?:bitte )?(?:auch |noch )?([^.!?]+?) (?:ergänzen|hinzufügen|aufnehmen)/iu.exec(sentence)?.[1] ??
      '',
  );
  return found
    .flatMap((list) => list.split(/,\s*|\s(?:and|und|et|y|e|&)\s/u))
    .map((entry) => cleanEntry(entry.replace(/^["“„']|["”“']$/gu, '').replace(/\s(?:too|as well|please|bitte)$/iu, '')))
    .filter((entry) => entry !== '' && entry.split(' ').length <= 4 && !NO_NAME.test(entry));
}

/** Whether a text is made of words and what stands between them. */
function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && /^[\p{L}\p{M}\d\s.,'’()/&+-]+$/u.test(text);
}

function isPlace(locality: string): boolean {
  return (
    locality !== '' && locality.split(', ').every((part) => placeFault(part) === null || /^[A-Z]{2,3}$/u.test(part))
  );
}

function townOf(base: string): string {
  const parts = base.split(', ');
  const last = parts.at(-1) ?? '';
  return isLarge(last) || /^[A-Z]{2,3}$/u.test(last) ? (parts[0] ?? '') : last;
}
