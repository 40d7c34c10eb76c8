import type { SuggestionInput, WebsiteText } from '../ai.js';
import { wishesIn, type Wishes } from '../offline/feedback.js';
import { languageOf } from '../offline/language.js';
import { oneLine, sentencesOf } from '../text.js';
import { streetsIn } from './contacts.js';
import { containsWords, folded } from './folded.js';
import { jsonLdTexts } from './json-ld.js';
import { KnownWords } from './known-words.js';
import { StatedNumbers, withColons } from './numbers.js';
import { withoutContacts } from './publishable.js';

/** Search phrases state nothing but what is searched for. */
export type Where = 'facts' | 'facts and keywords';

/** What the inputs of a suggestion state, and what its feedback says no to. */
export class Evidence {
  readonly wishes: Wishes;
  /** Whether the business's texts are German, whose common nouns look like names. */
  readonly german: boolean;
  readonly business: string;
  /** What the feedback says no to, by name. */
  readonly denied: Set<string>;
  /** The streets with numbers of the business's addresses, folded. */
  readonly streets: string[];
  /** Whole sentences of the feedback, folded, which no text may quote. */
  readonly complaints: string[];
  readonly numbers: StatedNumbers;
  private readonly stated: string;
  private readonly searched: string;
  private readonly words: KnownWords;
  private readonly matched = new Map<RegExp, boolean>();

  constructor(readonly input: SuggestionInput) {
    const { profile, client } = input;
    const feedback = `${input.clientFeedback}\n${input.staffFeedback}`;
    this.wishes = wishesIn(feedback, input.previous);
    this.business = oneLine(profile.businessName || client.business);
    const texts = statedTexts(input, this.wishes.wanted);
    this.german = languageOf(
      `${profile.description} ${client.description} ${input.site?.text.slice(0, 4000) ?? ''}`,
    ).language.locale.startsWith('de');
    this.stated = withColons(folded(texts.map(withoutContacts).join('\n')));
    this.searched = folded([...client.targetKeywords, ...input.keywords].join('\n'));
    this.words = new KnownWords(`${this.stated}\n${this.searched}`);
    this.numbers = new StatedNumbers(this.stated);
    this.denied = this.deniedNames();
    this.streets = streetsIn(input);
    this.complaints = [...this.wishes.unwanted, ...sentencesOf(input.clientFeedback)].map(folded);
  }

  /** Whether these words stand somewhere, as whole words. */
  states(words: string, where: Where = 'facts'): boolean {
    const wanted = folded(words).trim();
    const texts = where === 'facts' ? [this.stated] : [this.stated, this.searched];
    const forms = [wanted, wanted.replaceAll('-', ' '), wanted.replaceAll(' ', '-'), wanted.replace(/[- ]/gu, '')];
    return wanted !== '' && [...new Set(forms)].some((form) => texts.some((text) => containsWords(text, form)));
  }

  /** Whether the facts match a pattern; each is looked for once. */
  matches(pattern: RegExp): boolean {
    const known = this.matched.get(pattern) ?? pattern.test(this.stated);
    this.matched.set(pattern, known);
    return known;
  }

  /** Whether a name stands somewhere, be it in another case or with an ending. */
  knowsName(word: string): boolean {
    const parts = folded(word)
      .replace(/'s$/u, '')
      .split(/[^\p{L}]+/u);
    return parts.every(
      (part) => part.length < 2 || [part, part.replace(/e?s$/u, ''), `${part}s`].some((form) => this.words.has(form)),
    );
  }

  /** Whether a word of the same stem stands somewhere, alone or within a longer word. */
  knowsWord(word: string): boolean {
    if (this.knowsName(word)) return true;
    return this.words.hasAkin(folded(word));
  }

  private deniedNames(): Set<string> {
    const { profile, client, keywords, previous } = this.input;
    const entries = [
      ...[profile.services, profile.serviceAreas, client.serviceAreas, previous].flatMap((text) =>
        text.split(/[\n,;]|\s(?:and|und|et|y|e|&)\s/u),
      ),
      ...[...profile.categories, ...client.categories, ...client.targetKeywords, ...keywords],
    ].map(oneLine);
    const named = [...new Set(entries)].filter(
      (entry) => entry.length > 2 && entry.length <= 140 && this.wishes.rejects(entry),
    );
    const own = folded(this.business);
    return new Set([...named, ...this.deniedQuotes()].map(folded).filter((name) => !own.includes(name)));
  }

  /** Quoted words that the feedback says no to, or wants replaced by others than themselves. */
  private deniedQuotes(): string[] {
    const { avoid, rejects, replaces } = this.wishes;
    return avoid.filter((words) => rejects(words) || replaces(words));
  }

  /** Whether the feedback says no to just this. */
  denies(entry: string): boolean {
    return this.denied.has(folded(entry)) || this.wishes.rejects(entry);
  }

  /** The name that the feedback says no to, and the text names. */
  deniedIn(text: string): string | undefined {
    const plain = folded(text);
    return [...this.denied].find((name) => containsWords(plain, name));
  }
}

function statedTexts({ profile, client, site, previous }: SuggestionInput, wanted: string[]): string[] {
  const { businessName, address, hours, categories, description, services, serviceAreas, faqs } = profile;
  return [
    ...[businessName, address, hours, ...categories, description, services, serviceAreas, faqs],
    ...[client.business, client.description, client.serviceAreas, ...client.categories, client.address],
    ...(site ? siteTexts(site) : []),
    previous,
    ...wanted,
  ];
}

function siteTexts({ title, metaDescription, jsonLd, text }: WebsiteText): string[] {
  return [title, metaDescription, text, ...jsonLdTexts(jsonLd)];
}
