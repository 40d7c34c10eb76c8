import type { SuggestionInput } from '../../ai.js';
import { jsonLdNames } from '../../suggestions/json-ld.js';
import { cleanEntry } from '../../suggestions/publishable.js';
import { oneLine } from '../../text.js';
import { searchPhrases } from '../search-phrase.js';
import { capital, spelledAs, spellingIn } from '../spelling.js';
import type { Known } from './known.js';

const SERVICE_KEYS = ['makesOffer', 'hasOfferCatalog', 'availableService', 'serviceType', 'offers', 'knowsAbout'];
/** Search phrases and pages that name no service. */
const NO_SERVICE =
  /\b(?:near|nearby|best|top|cheap\w*|price\w*|home|about|contact|blog|news|faq|gallery|reviews?|testimonials?|privacy|cookie\w*|terms|careers|jobs|login|cart|book|read more|learn more|call|menu|startseite|über|kontakt|impressum|datenschutz\w*|agb|karriere|mehr|accueil|propos|mentions|contacto|inicio|aviso|chi siamo|contatti|günstig\w*|preis\w*|prix|precio\w*|prezz\w*|beste\w*)(?!\p{L})/iu;
const SERVICE_WORDS = 6;
/** Lines below a heading that may be its list. */
const LISTED_LINES = 15;

/**
 * The services that the record, the client's keywords, the website and the feedback name.
 * @param places names that are places and no services
 * @param added what the feedback asks to add
 */
export function servicesIn(
  input: SuggestionInput,
  { language, phrases }: Pick<Known, 'language' | 'phrases'>,
  places: string[],
  added: string[],
): string[] {
  const { profile, client, site } = input;
  const isSearchPhrase = searchPhrases(kindsOf(input), places);
  const named = [
    ...entriesOf(profile.services),
    ...client.targetKeywords.filter((keyword) => isService(keyword, input) && !isSearchPhrase(keyword)),
    ...jsonLdNames(site?.jsonLd ?? '', SERVICE_KEYS).filter((name) => isService(name, input)),
    ...linesBelow(site?.text ?? '', phrases.servicesHeading).filter((line) => isService(line, input)),
    ...added.filter((entry) => !places.includes(entry)),
  ];
  const texts = [profile.description, profile.services, client.description, site?.text ?? ''].join('\n');
  const spelling = language.locale === 'de' ? spellingIn(texts) : new Map<string, string>();
  return named.map(cleanEntry).map((name) => capital(spelledAs(spelling, name)));
}

/** One per line, or all on one line with something between. */
function entriesOf(text: string): string[] {
  const lines = text.split(/[\n•;|]/u).filter((line) => line.trim());
  const isOneLine = lines.length === 1 && lines[0]!.split(',').length > 1;
  return isOneLine ? lines[0]!.split(',') : lines;
}

/** What the business is called, in the one way or the other. */
function kindsOf({ profile, client }: SuggestionInput): string[] {
  return [...profile.categories, ...client.categories, profile.businessName, client.business];
}

function isService(name: string, { profile, client }: SuggestionInput): boolean {
  const plain = name.toLowerCase();
  const isOther = [...profile.categories, ...client.categories].some((category) => category.toLowerCase() === plain);
  const hasOwn = [profile.businessName, client.business].some((own) => own !== '' && plain.includes(own.toLowerCase()));
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
