import { cutAtSentence, cutAtWord, folded, sentencesOf } from '../text.js';
import type { Evidence } from './evidence.js';
import { FIELDS, type Field } from './rules.js';

/** A text is checked up to this many times the maximum length of its field. */
const CHECKED_TIMES = 4;
/** Maximum number of entries of a list that are checked; several times the maximum of any section. */
const ENTRIES_CHECKED_MAX = 200;

/** The problems of a draft, as sentences for the correcting call, and the usable rest. */
export interface CheckedField<T> {
  problems: string[];
  kept: T;
}

/**
 * Checks a text and keeps the sentences that break no rule, up to its maximum length. Nothing (`''`) is kept when no
 * sentence remains, when the first one is needed and breaks a rule, or when the remaining ones break a rule once
 * joined.
 * @param options.needsFirst whether the other sentences say nothing without the first one
 */
export function checkText(
  field: Field,
  text: string,
  evidence: Evidence,
  { needsFirst = false } = {},
): CheckedField<string> {
  const { max } = FIELDS[field];
  const cut = field === 'caption.title' ? cutAtWord : cutAtSentence;
  const problems = lengthProblems(field, text).map((fault) => `${nameOf(field)}: ${fault}.`);
  const checkedText = cut(text, CHECKED_TIMES * max);
  const whole = problemOf(field, checkedText, evidence);
  if (!whole) return { problems, kept: cut(checkedText, max) };
  const sentences = sentencesOf(checkedText).map((sentence) => ({
    sentence,
    problem: problemOf(field, sentence, evidence),
  }));
  const valid = sentences.filter(({ problem }) => !problem);
  const sentenceProblems = sentences.flatMap(({ problem }) => problem ?? []);
  const joined = valid.map(({ sentence }) => sentence).join(' ');
  // The sentences are checked again when joined, because a phone number may span two of them.
  const isUnusable = (needsFirst && valid[0] !== sentences[0]) || problemOf(field, joined, evidence) !== undefined;
  return {
    problems: [...problems, ...(sentenceProblems.length > 0 ? sentenceProblems : [whole])],
    kept: isUnusable ? '' : cut(joined, max),
  };
}

/**
 * Checks a list and keeps the entries that break no rule, without duplicates.
 * @param max maximum number of entries that are kept
 */
export function checkList(field: Field, entries: string[], evidence: Evidence, max: number): CheckedField<string[]> {
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

/** Returns the problem of an entry as a sentence for the correcting call; undefined when there is none. */
export function entryProblem(field: Field, entry: string, evidence: Evidence): string | undefined {
  return problemOf(field, entry, evidence, lengthProblems(field, entry));
}

function problemOf(field: Field, part: string, evidence: Evidence, faults: string[] = []): string | undefined {
  // Limits the time of the rules; longer texts are cut or dropped anyway.
  const { max, rules } = FIELDS[field];
  const checkedText = part.slice(0, CHECKED_TIMES * max);
  const found = new Set([...faults, ...rules.flatMap((rule) => rule(checkedText, evidence))]);
  return found.size > 0 ? `${nameOf(field)}: “${part.slice(0, 120)}” ${[...found].join(', and ')}.` : undefined;
}

function lengthProblems(field: Field, text: string): string[] {
  const { max } = FIELDS[field];
  return text.length > max ? [`must be at most ${max} characters long, but was ${text.length}`] : [];
}

/** Returns the name of the field in a model's answer. */
function nameOf(field: Field): string {
  return field.replace('caption.', '').replace(/^faqs\.(.+)/u, 'the $1 of faqs');
}
