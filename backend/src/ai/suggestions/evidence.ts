import type { SuggestionInput, WebsiteText } from '../ai.js';
import { wishesIn, type Wishes } from '../offline/feedback.js';
import { languageOf } from '../offline/language.js';
import { GENERIC_WORDS } from './words.js';
import { withoutContacts } from './publishable.js';
import { jsonLdTexts } from './json-ld.js';
import { oneLine } from '../text.js';

/** Search phrases state nothing but what is searched for. */
export type Where = 'facts' | 'facts and keywords';

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** What the inputs of a suggestion state, and what its feedback says no to. */
export class Evidence {
  readonly wishes: Wishes;
  /** Whether the business's texts are German, whose common nouns look like names. */
  readonly german: boolean;
  readonly business: string;
  /** What the feedback says no to, by name. */
  readonly denied: string[];
  private readonly stated: string;
  private readonly searched: string;
  private readonly words: Set<string>;
  private readonly numbers: Set<string>;

  constructor(readonly input: SuggestionInput) {
    const { profile, client } = input;
    const feedback = `${input.clientFeedback}\n${input.staffFeedback}`;
    this.wishes = wishesIn(feedback, input.previous);
    this.business = oneLine(profile.businessName || client.business);
    const texts = statedTexts(input, this.wishes.wanted);
    this.german = languageOf(
      `${profile.description} ${client.description} ${input.site?.text.slice(0, 4000) ?? ''}`,
    ).language.locale.startsWith('de');
    this.stated = folded(texts.map(withoutContacts).join('\n')).replace(FRENCH_HOUR, '$1:$2');
    this.searched = folded([...client.targetKeywords, ...input.keywords].join('\n'));
    this.words = new Set(wordsOf(`${this.stated}\n${this.searched}`));
    this.numbers = numbersIn(this.stated);
    this.denied = this.deniedNames();
  }

  /** Whether these words stand somewhere, as whole words. */
  states(words: string, where: Where = 'facts'): boolean {
    const wanted = folded(words).trim();
    const texts = where === 'facts' ? [this.stated] : [this.stated, this.searched];
    const forms = [wanted, wanted.replaceAll('-', ' '), wanted.replaceAll(' ', '-'), wanted.replace(/[- ]/gu, '')];
    return wanted !== '' && forms.some((form) => texts.some((text) => containsWords(text, form)));
  }

  /** Whether the facts match a pattern. */
  matches(pattern: RegExp): boolean {
    return pattern.test(this.stated);
  }

  /** Whether a number stands somewhere, be it written a little differently. */
  hasNumber(number: string): boolean {
    return this.numbers.has(plainNumber(number));
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
    const wanted = folded(word);
    if (UNSPACED.test(wanted)) return pairsOf(wanted).some((pair) => this.stated.includes(pair));
    return wanted.length > 2 && [...this.words].some((known) => isAkin(wanted, known));
  }

  private deniedNames(): string[] {
    const { profile, client, keywords, previous } = this.input;
    const entries = [
      ...[profile.services, profile.serviceAreas, client.serviceAreas, previous].flatMap((text) =>
        text.split(/[\n,;]|\s(?:and|und|et|y|e|&)\s/u),
      ),
      ...[...profile.categories, ...client.categories, ...client.targetKeywords, ...keywords],
    ].map(oneLine);
    const named = entries.filter((entry) => entry.length > 2 && entry.length <= 140 && this.wishes.rejects(entry));
    const own = folded(this.business);
    return [...new Set([...named, ...this.deniedQuotes()].map(folded))].filter((name) => !own.includes(name));
  }

  /** Quoted words that the feedback says no to, or wants replaced by others than themselves. */
  private deniedQuotes(): string[] {
    const { avoid, rejects, replaces } = this.wishes;
    return avoid.filter((words) => rejects(words) || replaces(words));
  }

  /** Whether the feedback says no to just this. */
  denies(entry: string): boolean {
    return this.denied.includes(folded(entry)) || this.wishes.rejects(entry);
  }

  /** The name that the feedback says no to, and the text names. */
  deniedIn(text: string): string | undefined {
    return this.denied.find((name) => containsWords(folded(text), name));
  }
}

/** Lower-case letters without accents, one kind of apostrophe and of dash, single spaces. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/gu, "'")
    .replace(/[‐‑‒–—]/gu, '-')
    .replace(/[^\S\n]+/gu, ' ');
}

/** The numbers of a text, in a form that can be compared. */
export function numbersOf(text: string): string[] {
  return text.replace(FRENCH_HOUR, '$1:$2').match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

const FRENCH_HOUR = /(?<!\d)(\d{1,2})\s?h\s?(\d{2})(?!\d)/giu;

/** Whether folded words stand in a folded text, not as a part of longer ones. */
export function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const behind = text[at + words.length] ?? ' ';
    if (UNSPACED.test(words) || !/[\p{L}\d]/u.test(before + behind)) return true;
  }
  return false;
}

/** The words of a text that say what it is about. */
export function contentWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? []).filter(
    (word) => word.length > 2 && !GENERIC_WORDS.has(folded(word)),
  );
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

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1);
}

/** Endings of words that mean much the same: plurals, and what people do and what it is called. */
const ENDING =
  /(?:ations?|ations|ement|ements|ings?|ers?|ed|ies|es|s|e|y|ungen|ung|eure?|en|n|age|ages|eurs?|ions?|cion|ciones|os|as|o|a|zione|zioni|i)$/u;

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length > 2 ? stem.replace(/(\p{L})\1$/u, '$1') : word;
}

/** The same stem, the same beginning of long words, or the one within the other, as German words are made. */
function isAkin(wanted: string, known: string): boolean {
  if (known.length < 3 || GENERIC_WORDS.has(known)) return false;
  if (stemOf(wanted) === stemOf(known)) return true;
  const shorter = Math.min(wanted.length, known.length);
  const begin = Math.ceil(shorter * 0.75);
  // Slavic names and others change their endings.
  const least = /\P{sc=Latin}/u.test(wanted) ? 5 : 7;
  if (shorter >= least && wanted.slice(0, begin) === known.slice(0, begin)) return true;
  return shorter >= 5 && (wanted.includes(known) || known.includes(wanted));
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** An hour is known in both ways of telling it. */
function numbersIn(text: string): Set<string> {
  const numbers = numbersOf(text).map(plainNumber);
  const hours = [...text.matchAll(/(?<!\d)(\d{1,2})(?:[:.](\d\d))?(?!\d)(\s?p\.?m)?/gu)].flatMap(
    ([, hour = '', minute = '00', evening]) => {
      const other =
        Number(hour) + (evening && Number(hour) < 12 ? 12 : Number(hour) > 12 && Number(hour) < 25 ? -12 : 0);
      const isTime = evening !== undefined || minute !== '00' || text.includes(`${hour}:00`);
      return isTime ? [plainNumber(`${other}:${minute}`)] : [];
    },
  );
  return new Set([...numbers, ...hours]);
}

function plainNumber(number: string): string {
  return number
    .replace(/[:.]00$/u, '')
    .replace('.', ':')
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/u, '');
}
