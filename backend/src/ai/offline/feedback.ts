import type { CaptionInput } from '../ai.js';
import { sentencesOf } from '../text.js';

/** What a client's feedback on a rejected caption allows a draft to do; its words themselves are never used. */
export interface Wishes {
  /** Kinds of facts that the client took exception to. */
  without: ('month' | 'place' | 'colours')[];
  short: boolean;
  /** Words of the rejected caption that the client quoted. */
  avoid: string[];
  /** Whether the feedback asks for something of the client's record, so that it should come first. */
  prefers(entry: string): boolean;
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
const QUOTED = /["“„«]\s?([^"“”„»«]{2,60}?)\s?["”“»]|(?:^|\s)['‘]([^'’]{2,60})['’](?=\W|$)/gu;

/** Reads the feedback on a rejected caption. */
export function wishesOf(rejected: CaptionInput['rejected']): Wishes {
  const feedback = rejected?.feedback ?? '';
  const caption = rejected ? Object.values(rejected.caption).join('\n').toLowerCase() : '';
  const quoted = [...feedback.matchAll(QUOTED)].map((found) => (found[1] ?? found[2] ?? '').toLowerCase());
  const sentences = sentencesOf(feedback.replace(/[;,]|\bbut\b|\baber\b/giu, '. '));
  const wanted = sentences.filter((sentence) => !NOT.test(sentence));
  const unwanted = sentences.filter((sentence) => NOT.test(sentence));
  return {
    without: SUBJECTS.filter(([, words]) => words.test(feedback)).map(([subject]) => subject),
    short: SHORTER.test(feedback),
    avoid: quoted.filter((words) => caption.includes(words)),
    prefers: (entry) => names(wanted, entry),
    rejects: (entry) => names(unwanted, entry),
  };
}

function names(sentences: string[], entry: string): boolean {
  return entry !== '' && sentences.some((sentence) => sentence.toLowerCase().includes(entry.toLowerCase()));
}
