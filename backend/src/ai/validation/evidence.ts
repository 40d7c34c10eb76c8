import type { CaptionInput, SuggestionInput } from '../ai.js';
import { parseFeedback } from '../feedback.js';
import { folded, oneLine, sentencesOf } from '../text.js';
import { POSTCODES, withoutContacts } from './contacts.js';
import { jsonLdTexts } from './json-ld.js';
import { isGerman } from './names.js';
import { containsWords, KnownWords } from './words.js';

/** The sources that may support a phrase. Keywords are search phrases and state no facts. */
export type EvidenceSource = 'facts' | 'facts and keywords';

interface Sources {
  business: string;
  addresses: string[];
  /** Texts that state facts. */
  facts: string[];
  /** Search phrases. */
  keywords: string[];
  previous: string;
  clientFeedback: string;
  staffFeedback: string;
}

/** Minimum length of the sentences of the feedback that must not be quoted. */
const QUOTE_MIN = 25;
/** Maximum number of characters used to detect the language of the facts. */
const SAMPLE = 10_000;
const ABOUT_FEEDBACK = /\b(?:feedback|ruckmeldung)\b/u;

/**
 * The content of a draft's inputs (facts, numbers, streets, postcodes, language), and the names that the feedback
 * refuses.
 */
export class Evidence {
  readonly isGerman: boolean;
  private readonly foldedFacts: string;
  private readonly keywordText: string;
  private readonly words: KnownWords;
  private readonly numbers: Set<string>;
  /** Names that the feedback refuses, folded. */
  private readonly refused: Set<string>;
  /** The longer sentences of the feedback, folded. */
  private readonly complaints: string[];
  /** Streets with their numbers, folded. */
  private readonly streets: string[];
  /** In the form in which the addresses contain them. */
  private readonly postcodes: Set<string>;
  private readonly facts: string;
  private readonly matchesByPattern = new Map<RegExp, boolean>();

  constructor(private readonly sources: Sources) {
    const { facts, keywords, addresses, clientFeedback, staffFeedback, previous, business } = sources;
    const { wanted, unwanted, avoid, rejects } = parseFeedback(`${clientFeedback}\n${staffFeedback}`, previous);
    this.isGerman = isGerman(facts.join('\n').slice(0, SAMPLE));
    this.facts = [...facts, ...wanted].map(withoutContacts).join('\n');
    this.foldedFacts = normalize(this.facts);
    this.keywordText = normalize(keywords.join('\n'));
    this.words = new KnownWords(`${this.foldedFacts}\n${this.keywordText}`);
    this.numbers = new Set(numbersIn(this.foldedFacts).map(normalizeNumber));
    const entries = [...facts, ...keywords].flatMap((text) => text.split(/[\n,;]|\s(?:and|&)\s/u)).map(oneLine);
    const names = [...new Set([...entries, ...avoid])].filter((name) => name.length > 2 && name.length <= 140);
    const own = folded(business);
    this.refused = new Set(names.filter((name) => rejects(name) && !own.includes(folded(name))).map(folded));
    const complaints = [...unwanted, ...sentencesOf(clientFeedback)];
    this.complaints = complaints.filter((sentence) => sentence.length >= QUOTE_MIN).map(folded);
    const parts = addresses.flatMap((address) => folded(address).split(/[,;\n]/u)).map(oneLine);
    this.streets = parts.filter((part) => /\d/u.test(part) && /\p{L}{4}/u.test(part) && !/^\d{4,5}\s/u.test(part));
    this.postcodes = new Set(addresses.join(' ').match(POSTCODES) ?? []);
  }

  /** Returns a text without the business's name and postcodes, which may look like forbidden content. */
  withoutOwnName(text: string): string {
    const { business } = this.sources;
    const isPlain = business.length > 2 && !/:\/\/|www\.|@|</iu.test(business);
    const named = isPlain ? text.replaceAll(business, 'Business') : text;
    return named.replace(POSTCODES, (postcode) => (this.postcodes.has(postcode) ? '' : postcode));
  }

  /** Whether the sources contain a phrase as whole words. */
  states(phrase: string, where: EvidenceSource = 'facts'): boolean {
    const wanted = normalize(phrase).trim();
    const texts = where === 'facts' ? [this.foldedFacts] : [this.foldedFacts, this.keywordText];
    const forms = [wanted, wanted.replaceAll('-', ' '), wanted.replaceAll(' ', '-'), wanted.replace(/[- ]/gu, '')];
    return wanted !== '' && [...new Set(forms)].some((form) => texts.some((text) => containsWords(text, form)));
  }

  /** Whether the facts match a pattern. The result is cached by the pattern object, so it should be a constant. */
  matches(pattern: RegExp): boolean {
    const known = this.matchesByPattern.get(pattern) ?? this.facts.search(pattern) >= 0;
    this.matchesByPattern.set(pattern, known);
    return known;
  }

  /**
   * Whether the facts or keywords contain a word of the same stem, alone or within a longer word; all parts of a
   * compound.
   */
  knowsWord(word: string): boolean {
    const parts = folded(word)
      .replace(/'s$/u, '')
      .split(/[^\p{L}]+/u);
    return parts.every((part) => part.length < 2 || this.words.has(part));
  }

  /** Returns the numbers in a text that the facts do not contain. */
  unstatedNumbersIn(text: string): string[] {
    return numbersIn(normalize(text)).filter((number) => !this.numbers.has(normalizeNumber(number)));
  }

  /** Whether a text contains the street and number of the business, which are contact data like its phone number. */
  namesStreet(text: string): boolean {
    return this.streets.some((street) => containsWords(folded(text), street));
  }

  /** Returns the names in a text that the feedback refuses. */
  refusedIn(text: string): string[] {
    const wanted = folded(text);
    return [...this.refused].filter((name) => containsWords(wanted, name));
  }

  /** Whether a text quotes a sentence of the feedback, or mentions feedback although no fact does. */
  quotesFeedback(text: string): boolean {
    if (ABOUT_FEEDBACK.test(folded(text)) && !ABOUT_FEEDBACK.test(this.foldedFacts)) return true;
    return this.complaints.some((sentence) => folded(text).includes(sentence));
  }
}

/**
 * Creates the evidence for captions. It has no facts, because a picture shows more than the record states, and no
 * feedback, because no rule of captions uses it.
 */
export function captionEvidence({ client, address }: Pick<CaptionInput, 'client' | 'address'>): Evidence {
  return new Evidence({
    business: client.business,
    addresses: [client.address, address],
    facts: [],
    keywords: [],
    previous: '',
    clientFeedback: '',
    staffFeedback: '',
  });
}

/**
 * Creates the evidence for suggestions: the profile, the client's record, the website and the previous suggestion.
 */
export function suggestionEvidence({ profile, client, site, keywords, ...rest }: SuggestionInput): Evidence {
  const { phone: _phone, website: _website, ...ofProfile } = profile;
  const { targetKeywords, ...ofClient } = client;
  const ofSite = site ? [site.title, site.metaDescription, site.text, ...jsonLdTexts(site.jsonLd)] : [];
  return new Evidence({
    ...rest,
    business: oneLine(profile.businessName || client.business),
    addresses: [profile.address, client.address],
    facts: [...Object.values(ofProfile).flat(), ...Object.values(ofClient).flat(), ...ofSite, rest.previous],
    keywords: [...targetKeywords, ...keywords],
  });
}

/** Folds a text, and writes hours with colons (`14:30` for `14h30`) and `20 years` for `20+ years`. */
function normalize(text: string): string {
  return folded(text)
    .replace(/(?<!\d)(\d{1,2})\s?h\s?(\d{2})(?!\d)/gu, '$1:$2')
    .replace(/(?<=\d)\+/gu, '');
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

/** Returns `9` for `09:00`, `1000` for `1,000`. */
function normalizeNumber(number: string): string {
  const short = number.replace(/[:.]00$/u, '').replace('.', ':');
  return short.replaceAll(',', '').replace(/^0+(?=\d)/u, '');
}
