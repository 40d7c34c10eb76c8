import { UNSPACED } from './folded.js';
import { GENERIC_WORDS } from './words.js';

/** Letters of the longest words that are compared with others; longer ones are known only as they stand. */
const COMPARED_MAX = 64;
/** Letters of the shortest words that may be a part of longer ones. */
const PART_MIN = 5;
/** Share of a long word that its beginning is. */
const BEGINNING = 0.75;

/** Endings of words that mean much the same: plurals, and what people do and what it is called. */
const ENDING =
  /(?:ations?|ations|ement|ements|ings?|ers?|ed|ies|es|s|e|y|ungen|ung|eure?|en|n|age|ages|eurs?|ions?|cion|ciones|os|as|o|a|zione|zioni|i)$/u;

/** The words of a folded text, looked up in a time that hardly depends on how many they are. */
export class KnownWords {
  private readonly words: Set<string>;
  private readonly stems = new Set<string>();
  /** The beginnings of long words, with the length of the shortest word that begins so. */
  private readonly beginnings = new Map<string, number>();
  /** The words that may be a part of others or have others within them, one per line. */
  private readonly lines: string;
  private pairs: Set<string> | undefined;

  constructor(private readonly text: string) {
    this.words = new Set((text.match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1));
    const compared = [...this.words].filter(isCompared);
    for (const word of compared) {
      this.stems.add(stemOf(word));
      const beginning = beginningOf(word, word.length);
      this.beginnings.set(beginning, Math.min(word.length, this.beginnings.get(beginning) ?? Infinity));
    }
    this.lines = `\n${compared.filter((word) => word.length >= PART_MIN).join('\n')}\n`;
  }

  /** Whether a folded word stands there. */
  has(word: string): boolean {
    return this.words.has(word);
  }

  /** Whether a folded word stands there with another ending, within a longer word, or as a longer word. */
  hasAkin(word: string): boolean {
    if (UNSPACED.test(word)) return this.hasPairOf(word);
    if (word.length < 3 || word.length > COMPARED_MAX) return false;
    return this.stems.has(stemOf(word)) || this.hasBeginningOf(word) || this.hasPartOf(word);
  }

  private hasBeginningOf(word: string): boolean {
    // Slavic names and others change their endings.
    const least = /\P{sc=Latin}/u.test(word) ? 5 : 7;
    for (let length = least; length <= word.length; length += 1) {
      if ((this.beginnings.get(beginningOf(word, length)) ?? Infinity) <= word.length) return true;
    }
    return word.length >= least && this.lines.includes(`\n${beginningOf(word, word.length)}`);
  }

  /** As German words are made. */
  private hasPartOf(word: string): boolean {
    if (word.length >= PART_MIN && this.lines.includes(word)) return true;
    for (let from = 0; from + PART_MIN <= word.length; from += 1) {
      for (let to = from + PART_MIN; to <= word.length; to += 1) {
        const part = word.slice(from, to);
        if (this.words.has(part) && isCompared(part)) return true;
      }
    }
    return false;
  }

  private hasPairOf(word: string): boolean {
    this.pairs ??= new Set(pairsOf(this.text));
    return pairsOf(word).some((pair) => this.pairs!.has(pair));
  }
}

/** Whether a folded word can be told from another by more than its length. */
function isCompared(word: string): boolean {
  return word.length >= 3 && word.length <= COMPARED_MAX && !GENERIC_WORDS.has(word);
}

function beginningOf(word: string, length: number): string {
  return word.slice(0, Math.ceil(length * BEGINNING));
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length > 2 ? stem.replace(/(\p{L})\1$/u, '$1') : word;
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
