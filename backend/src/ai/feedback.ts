import { oneLine, sentencesOf, withoutDuplicates } from './text.js';

/** The requests recognized in English feedback. Drafts never quote the feedback itself. */
export interface Wishes {
  /** Kinds of facts that the feedback objects to. */
  without: ('month' | 'place' | 'colours')[];
  short: boolean;
  /** Quoted words of the previous text, in lower case. */
  avoid: string[];
  /** Sentences that ask for something, and those that refuse something. */
  wanted: string[];
  unwanted: string[];
  /** Names that the feedback asks to add. */
  added: string[];
  /** Whether the feedback asks for an entry of the record, which then comes first. */
  prefers(entry: string): boolean;
  /** Whether the feedback refuses an entry of the record. */
  rejects(entry: string): boolean;
}

const SUBJECTS: [Wishes['without'][number], RegExp][] = [
  ['month', /\b(?:date|month|year)s?\b/iu],
  ['place', /\b(?:place|location|address|town|city)s?\b/iu],
  ['colours', /\b(?:colou?r|light|shade)s?\b/iu],
];
const SHORTER = /\b(?:too long|shorter|short|brief)\b/iu;
const QUOTED = /["“„«]\s?([^"“”„»«]{2,60}?)\s?["”“»]|(?:^|\s)['‘]([^'’]{2,60})['’](?=\W|$)/gu;

const REFUSES = /\b(?:no|not|never|without|remove|delete|drop|stop|instead of|wrong)\b|n['’]t\b/iu;
/** Complaints that something is missing: they ask for it although they contain a word of `REFUSES`. */
const MISSES =
  /\b(?:did|do|does|have|has|had|is|are|was|were)(?: not|n['’]t) (?:\w+ )?(?:mention|includ|list|nam|there|say(?!ing)|said|cover)|\b(?:missing|forgot|never (?:mentions?|says?)|no (?:mention|word)|nothing about|not enough|not only)/iu;
/** Such as "don't forget it": it asks for something although it contains a word of `REFUSES`. */
const REMEMBER = /(?:n['’]t|not|never) forget/iu;
/** Such as "don't mention it", which refuses, unlike the complaint "you don't mention it". */
const ORDERS = /(?:^|\bplease )(?:do not|don['’]t)\b/iu;
/** After a refusal and a comma, a clause with at most this many words is refused too: `no blue, no dark colours`. */
const SAME_REFUSAL_WORDS = 4;

const ADD = /(?:^|\s)(?:add|include|also mention)\s+(?:also |the )?([^.!?]+)/iu;
/** Wishes that name nothing, such as `more detail`. */
const NO_NAME =
  /\s(?:from|who|that|which)\s|^(?:more|some|something|an?|the|our|that|it|this|them|all|less|my|(?:short|long|simpl|friendli|warm|bett|nic|clear|few)er)(?!\p{L})|\b(?:details?|information|info|text|sentences?|about|questions?|keywords?|services?|areas?|towns?|faqs?)\b/iu;

/**
 * Finds the requests in feedback. Only English is recognized; feedback in other languages gives no requests.
 * @param previous the text that the feedback is about
 */
export function parseFeedback(feedback: string, previous: string): Wishes {
  const quoted = [...feedback.matchAll(QUOTED)].map((found) => (found[1] ?? found[2] ?? '').toLowerCase());
  const plain = previous.toLowerCase();
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const sentence of sentencesOf(feedback.replace(/;|\bbut\b/giu, '. '))) {
    let refused = false;
    for (const clause of sentence.split(/,\s*/u)) {
      refused = refuses(clause) || (refused && clause.split(' ').length <= SAME_REFUSAL_WORDS);
      (refused ? unwanted : wanted).push(clause);
    }
  }
  return {
    without: SUBJECTS.filter(([, words]) => words.test(feedback)).map(([subject]) => subject),
    short: SHORTER.test(feedback),
    avoid: quoted.filter((words) => plain.includes(words)),
    wanted,
    unwanted,
    added: namesToAdd(feedback),
    prefers: entryMatcher(wanted),
    rejects: entryMatcher(unwanted),
  };
}

/** Removes duplicates and refused entries, and puts the entries that the feedback asks for first. */
export function preferredEntries(entries: string[], { rejects, prefers }: Wishes): string[] {
  const kept = withoutDuplicates(entries).filter((entry) => !rejects(entry));
  return kept.toSorted((a, b) => Number(prefers(b)) - Number(prefers(a)));
}

function refuses(clause: string): boolean {
  return REFUSES.test(clause) && !REMEMBER.test(clause) && (ORDERS.test(clause) || !MISSES.test(clause));
}

function namesToAdd(feedback: string): string[] {
  return sentencesOf(feedback)
    .flatMap((sentence) => (ADD.exec(sentence)?.[1] ?? '').split(/,\s*(?:and )?|\s(?:and|&)\s/u))
    .map((entry) => oneLine(entry.replace(/["“”„]|\s(?:too|as well|please)$/giu, '')))
    .filter((entry) => entry !== '' && entry.split(' ').length <= 4 && !NO_NAME.test(entry));
}

/** Returns a function that tells whether an entry, or its plural, is in one of the sentences as whole words. */
function entryMatcher(sentences: string[]): (entry: string) => boolean {
  const text = sentences.join('\n').toLowerCase();
  return (entry) => {
    const words = entry.trim().toLowerCase();
    if (words === '') return false;
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const end = at + words.length;
      const isWhole = !/[\p{L}\d]$/u.test(text.slice(Math.max(at - 2, 0), at));
      if (isWhole && /^(?:e?s)?(?![\p{L}\d])/u.test(text.slice(end, end + 4))) return true;
    }
    return false;
  };
}
