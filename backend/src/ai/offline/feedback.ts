import type { CaptionInput } from '../ai.js';
import { sentencesOf } from '../text.js';

/** What the feedback on a text allows the next draft to do; its words themselves are never used. */
export interface Wishes {
  /** Kinds of facts that the client took exception to. */
  without: ('month' | 'place' | 'colours')[];
  short: boolean;
  /** Words of the rejected text that the feedback quoted. */
  avoid: string[];
  /** The sentences that ask for something, and those that say no to something. */
  wanted: string[];
  unwanted: string[];
  /** Whether the feedback asks for something of the client's record, so that it should come first. */
  prefers(entry: string): boolean;
  /** Whether the feedback wants quoted words replaced by others. */
  replaces(words: string): boolean;
  /** Whether the feedback says no to something of the client's record. */
  rejects(entry: string): boolean;
}

const SUBJECTS: [Wishes['without'][number], RegExp][] = [
  ['month', /\b(?:date|month|year|datum|monat|jahr|mois|année|fecha|mes|año|data|mese|anno)s?\b/iu],
  [
    'place',
    /\b(?:place|location|address|town|city|ort|adresse|stadt|lieu|ville|lugar|dirección|ciudad|luogo|indirizzo|città)s?\b/iu,
  ],
  ['colours', /\b(?:colou?r|light|shade|farbe|licht|couleur|lumière|color|colore|luz|luce|colori)(?:s|n|es)?\b/iu],
];
const NOT =
  /\b(?:no|not|never|without|remove|delete|drop|stop|instead of|wrong|nicht|kein\w*|ohne|falsch\w*|pas|sans|jamais|sin|nunca|non|senza|mai)\b|n['’]t\b/iu;
const SHORTER =
  /\b(?:too long|shorter|short|brief|zu lang|kürzer|trop long|plus court|demasiado larg[oa]|más cort[oa]|troppo lung[oa]|più cort[oa])\b/iu;
const REPLACE =
  /\b(?:change|replace|instead|ersetz\w*|statt|remplace\w*|au lieu|cambi\w*|en lugar|sostitui\w*|invece)\b/iu;
const WORDS_GOING_ON = 4;
const QUOTED = /["“„«]\s?([^"“”„»«]{2,60}?)\s?["”“»]|(?:^|\s)['‘]([^'’]{2,60})['’](?=\W|$)/gu;

/** Complaints about what is missing ask for it. */
const MISSED = new RegExp(
  [
    "(?:did|do|does|have|has|had|is|are|was|were)(?: not|n['’]t) (?:\\w+ )?(?:mention|includ|list|nam|there|say(?!ing)|said|cover)",
    'missing|forgot|never (?:mentions?|says?)|no (?:mention|word)|nothing about|not enough|not only',
    'fehlt|fehlen|nicht (?:nur|genug|erwähnt|genannt|aufgeführt|enthalten|drin)|kein wort',
    'manque|pas (?:seulement|assez|mentionn|cit|indiqu)',
    'falta|no s[oó]lo|no (?:se )?(?:menciona|aparece|figura|incluye)',
    'manca|non solo|non (?:è |viene )?(?:menzionat|citat|compare)',
  ]
    .map((words) => `(?<!\\p{L})(?:${words})`)
    .join('|'),
  'iu',
);
/** So do orders not to forget. */
const REMEMBER = /(?:n['’]t|not|never) forget|nicht vergessen|oubli\p{L}+ pas|no (?:se )?olvid|non dimentic/iu;
/** Unless it is an order. */
const ORDERED = /(?:^|\bplease )(?:do not|don['’]t)\b/iu;

/** Reads the feedback on a rejected caption. */
export function wishesOf(rejected: CaptionInput['rejected']): Wishes {
  return wishesIn(rejected?.feedback ?? '', rejected ? Object.values(rejected.caption).join('\n') : '');
}

/**
 * Reads feedback.
 * @param about the text that it is about
 */
export function wishesIn(feedback: string, about: string): Wishes {
  const quoted = [...feedback.matchAll(QUOTED)].map((found) => (found[1] ?? found[2] ?? '').toLowerCase());
  const plain = about.toLowerCase();
  const { wanted, unwanted } = partedByWill(feedback);
  const isReplaced = REPLACE.test(feedback);
  return {
    without: SUBJECTS.filter(([, words]) => words.test(feedback)).map(([subject]) => subject),
    short: SHORTER.test(feedback),
    avoid: quoted.filter((words) => plain.includes(words)),
    wanted,
    unwanted,
    prefers: namedIn(wanted),
    rejects: namedIn(unwanted),
    replaces: (words) => isReplaced && !quoted.some((other) => other !== words && other.includes(words)),
  };
}

/** Parts the feedback; a few words behind a comma go on with what the words before them said no to. */
function partedByWill(feedback: string): Pick<Wishes, 'wanted' | 'unwanted'> {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const sentence of sentencesOf(feedback.replace(/;|\bbut\b|\baber\b/giu, '. '))) {
    let no = false;
    for (const part of sentence.split(/,\s*/u)) {
      no = saysNo(part) || (no && part.split(' ').length <= WORDS_GOING_ON);
      (no ? unwanted : wanted).push(part);
    }
  }
  return { wanted, unwanted };
}

function saysNo(sentence: string): boolean {
  return NOT.test(sentence) && !REMEMBER.test(sentence) && (ORDERED.test(sentence) || !MISSED.test(sentence));
}

/** Finds an entry in sentences, as whole words and also in the plural. */
function namedIn(sentences: string[]): (entry: string) => boolean {
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
