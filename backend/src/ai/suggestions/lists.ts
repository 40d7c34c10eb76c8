import {
  SERVICE_AREAS_MAX,
  SERVICE_NAME_MAX,
  SERVICES_MAX,
  SUGGESTED_KEYWORDS_MAX,
  TAG_MAX,
} from '../../contract/limits.js';
import { unstatedIn } from './claims.js';
import { namesStreet } from './contacts.js';
import type { Evidence } from './evidence.js';
import { contentWords, folded } from './folded.js';
import { placeFault, withoutCountry } from './places.js';
import { cleanEntry, cleanText, forbiddenIn } from './publishable.js';

/** What is wrong with a section, and what remains of it that is not; `''` when nothing does. */
export interface Review {
  problems: string[];
  suggestion: string;
}

/** Entries of a list that are looked at: several times what any section takes. */
const LOOKED_AT = 200;
/** Keywords are short: longer ones are sentences. */
const KEYWORD_MAX = 80;

interface ListRules {
  name: string;
  max: number;
  length: number;
  clean(entry: string): string;
  faults(entry: string, evidence: Evidence): string[];
}

const SERVICES: ListRules = {
  name: 'services',
  max: SERVICES_MAX,
  length: SERVICE_NAME_MAX,
  clean: cleanEntry,
  faults: (entry, evidence) => [
    ...unstatedIn(entry, evidence).map((what) => `contains ${what}`),
    ...(isAbout(entry, evidence) ? [] : ['is offered by no input']),
    ...unknownNames(entry, evidence),
  ],
};

const AREAS: ListRules = {
  name: 'serviceAreas',
  max: SERVICE_AREAS_MAX,
  length: TAG_MAX,
  clean: (entry) => withoutCountry(cleanEntry(entry)),
  faults: (entry, evidence) => {
    const fault = placeFault(entry);
    if (fault) return [fault];
    const parts = entry
      .split(/[,()/]/u)
      .map((part) => part.trim())
      .filter(Boolean);
    return parts.every((part) => evidence.states(part, 'facts and keywords')) ? [] : ['is named in no input'];
  },
};

const KEYWORDS: ListRules = {
  name: 'keywords',
  max: SUGGESTED_KEYWORDS_MAX,
  length: KEYWORD_MAX,
  clean: (entry) => cleanEntry(cleanText(entry).replace(/^#+/u, '')),
  faults: (entry, evidence) => [
    ...unstatedIn(entry, evidence, 'facts and keywords').map((what) => `contains ${what}`),
    ...(isAbout(entry, evidence) ? [] : ['has nothing to do with what the inputs say']),
    ...unknownNames(entry, evidence),
  ],
};

export const reviewServices = (entries: string[], evidence: Evidence): Review => review(entries, SERVICES, evidence);
export const reviewAreas = (entries: string[], evidence: Evidence): Review => review(entries, AREAS, evidence);
export const reviewKeywords = (entries: string[], evidence: Evidence): Review => review(entries, KEYWORDS, evidence);

function review(entries: string[], rules: ListRules, evidence: Evidence): Review {
  const cleaned = entries.slice(0, LOOKED_AT).map(rules.clean).filter(Boolean);
  const kept = new Map<string, string>();
  const problems: string[] = [];
  for (const entry of cleaned) {
    const faults = faultsOf(entry, rules, evidence);
    const isDouble = kept.has(folded(entry));
    if (isDouble) problems.push(`${rules.name}: “${entry}” stands there twice.`);
    if (faults.length) problems.push(`${rules.name}: “${short(entry)}” ${faults.join(', and ')}.`);
    if (!isDouble && !faults.length) kept.set(folded(entry), entry);
  }
  if (kept.size > rules.max) problems.push(`${rules.name}: must be at most ${rules.max}, but were ${kept.size}.`);
  return { problems, suggestion: [...kept.values()].slice(0, rules.max).join('\n') };
}

function faultsOf(entry: string, rules: ListRules, evidence: Evidence): string[] {
  // What else is wrong with it is found in a shorter one.
  if (entry.length > rules.length) {
    return [`is ${entry.length} characters long, which may be at most ${rules.length}`];
  }
  return [
    ...forbiddenIn(entry, evidence.business).map((what) => `contains ${what}`),
    ...(namesStreet(entry, evidence) ? ['contains the address of the street'] : []),
    ...rules.faults(entry, evidence),
    ...(evidence.denies(entry) ? ['is what the feedback says no to'] : []),
  ];
}

/** Whether at least half of what an entry is about stands in an input. */
function isAbout(entry: string, evidence: Evidence): boolean {
  if (!/\p{L}{2}/u.test(entry)) return false;
  const about = contentWords(entry);
  if (about.length === 0) return (entry.match(/\p{L}{3,}/gu) ?? []).every((word) => evidence.knowsWord(word));
  const known = about.filter((word) => evidence.knowsWord(word));
  return known.length > 0 && known.length * 2 >= about.length;
}

/** A word with a capital letter may be a place or a make, which must be known. */
function unknownNames(entry: string, evidence: Evidence): string[] {
  const unknown = contentWords(entry).find((word) => /^\p{Lu}/u.test(word) && !evidence.knowsWord(word));
  return unknown ? [`names “${unknown}”, which no input does`] : [];
}

function short(entry: string): string {
  return entry.length > 80 ? `${entry.slice(0, 80)}…` : entry;
}
