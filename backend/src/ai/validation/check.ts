import { cutAtSentence, cutAtWord, folded, sentencesOf } from '../text.js';
import type { Evidence } from './evidence.js';
import { FIELDS, type Field } from './rules.js';

/** How much of a text is checked: this many times the maximum length of its field. */
const CHECKED_TIMES = 4;
/** Maximum number of entries of a list that are checked: several times what any section takes. */
const ENTRIES_CHECKED_MAX = 200;

/** The problems of a draft, as sentences for the correcting call, and the usable rest. */
export interface Checked<T> {
  problems: string[];
  kept: T;
}

/**
 * Keeps the sentences of a text that break no rule, within its length. `''` when none remains, when the first one is
 * needed and breaks a rule, or when the sentences that remain break one once they are joined.
 * @param options.needsFirst whether the other sentences say nothing without the first one
 */
export function checkText(
  field: Field,
  text: string,
  evidence: Evidence,
  { needsFirst = false } = {},
): Checked<string> {
  const { max } = FIELDS[field];
  const cut = field === 'caption.title' ? cutAtWord : cutAtSentence;
  const problems = tooLong(field, text).map((fault) => `${nameOf(field)}: ${fault}.`);
  const examined = cut(text, CHECKED_TIMES * max);
  const whole = problemOf(field, examined, evidence);
  if (!whole) return { problems, kept: cut(examined, max) };
  const sentences = sentencesOf(examined).map((sentence) => ({
    sentence,
    problem: problemOf(field, sentence, evidence),
  }));
  const sound = sentences.filter(({ problem }) => !problem);
  const ofSentences = sentences.flatMap(({ problem }) => problem ?? []);
  const joined = sound.map(({ sentence }) => sentence).join(' ');
  // Sentences that are sound by themselves may hold a phone number between them.
  const isUnusable = (needsFirst && sound[0] !== sentences[0]) || problemOf(field, joined, evidence) !== undefined;
  return {
    problems: [...problems, ...(ofSentences.length > 0 ? ofSentences : [whole])],
    kept: isUnusable ? '' : cut(joined, max),
  };
}

/**
 * Keeps the different entries of a list that break no rule.
 * @param max how many entries are kept
 */
export function checkList(field: Field, entries: string[], evidence: Evidence, max: number): Checked<string[]> {
  const kept = new Map<string, string>();
  const problems: string[] = [];
  for (const entry of entries.filter(Boolean).slice(0, ENTRIES_CHECKED_MAX)) {
    const problem = entryProblem(field, entry, evidence);
    const isDuplicate = kept.has(folded(entry));
    if (isDuplicate) problems.push(`${nameOf(field)}: “${entry}” stands there twice.`);
    if (problem) problems.push(problem);
    if (!problem && !isDuplicate) kept.set(folded(entry), entry);
  }
  if (kept.size > max) problems.push(`${nameOf(field)}: must be at most ${max}, but were ${kept.size}.`);
  return { problems, kept: [...kept.values()].slice(0, max) };
}

/** The sentence for the correcting call about an entry; undefined when it breaks no rule and is not too long. */
export function entryProblem(field: Field, entry: string, evidence: Evidence): string | undefined {
  return problemOf(field, entry, evidence, tooLong(field, entry));
}

function problemOf(field: Field, part: string, evidence: Evidence, faults: string[] = []): string | undefined {
  // Bounds the time of the rules; what is longer is cut or dropped in any case.
  const { max, rules } = FIELDS[field];
  const examined = part.slice(0, CHECKED_TIMES * max);
  const found = new Set([...faults, ...rules.flatMap((rule) => rule(examined, evidence))]);
  return found.size > 0 ? `${nameOf(field)}: “${part.slice(0, 120)}” ${[...found].join(', and ')}.` : undefined;
}

function tooLong(field: Field, text: string): string[] {
  const { max } = FIELDS[field];
  return text.length > max ? [`must be at most ${max} characters long, but was ${text.length}`] : [];
}

/** The name of the field in a model's answer. */
function nameOf(field: Field): string {
  return field.replace('caption.', '').replace(/^faqs\.(.+)/u, 'the $1 of faqs');
}
