/** Entries of the audit log in words, for screens and files alike. Free of framework code. */

import { AUDIT, FACTORS, REFUSALS, SIGN_IN_METHODS, type AuditEntryView, type AuditField } from './audit.js';

/** How the fields of changes are called. */
const FIELD_WORDS: Record<AuditField, string> = {
  method: 'Method',
  reason: 'Reason',
  factor: 'Factor',
  role: 'Role',
  scope: 'Scope',
  name: 'Name',
  brandName: 'Platform name',
  primaryColor: 'Colour',
  logo: 'Logo',
  requiresSecondFactor: 'Second factor for all',
  passwordSignIn: 'Sign-in by password',
  customDomain: 'Domain',
  replyTo: 'Reply-to address',
  postalAddress: 'Postal address',
  expires: 'Expires',
  owner: 'Owner',
  reviewers: 'Reviewers',
  mayDecide: 'May decide',
  passcode: 'Passcode',
  client: 'Client',
  moment: 'Moment',
  moments: 'Moments',
  optimizations: 'Optimizations',
  photos: 'Photos',
  format: 'Format',
  filter: 'Filter',
  savedAt: 'Saved at',
  version: 'Version',
};

/** What stands for values that are words of the catalogue. */
const VALUE_WORDS: Partial<Record<AuditField, Readonly<Record<string, string>>>> = {
  method: SIGN_IN_METHODS,
  reason: REFUSALS,
  factor: FACTORS,
  requiresSecondFactor: { true: 'required', false: 'not required' },
  passwordSignIn: { true: 'on', false: 'off' },
  mayDecide: { true: 'yes', false: 'no' },
};

/** Who did it: a name, or who it was where there is none. */
export function auditActor({ actor, actorName }: Pick<AuditEntryView, 'actor' | 'actorName'>): string {
  if (actorName !== null) return actorName;
  if (actor === 'commandLine') return 'Somebody on the server';
  return actor === 'system' ? 'The product' : 'Somebody';
}

/** What was done, before and after the name of what it was done to, which is left out where the sentence has no place for it. */
export function auditSentence({ action }: Pick<AuditEntryView, 'action'>): { before: string; after: string | null } {
  const [before = '', after = null] = AUDIT[action].sentence.split('%s');
  return { before, after };
}

/** What was changed, a line per field. */
export function auditChanges({ changes }: Pick<AuditEntryView, 'changes'>): string[] {
  return Object.entries(changes).map(([name, { from, to }]) => {
    const label = FIELD_WORDS[name as AuditField] ?? name;
    const inWords = (value: string): string => VALUE_WORDS[name as AuditField]?.[value] ?? timeInWords(value);
    if (from === '') return `${label}: ${inWords(to)}`;
    return `${label}: ${inWords(from)} → ${to === '' ? 'none' : inWords(to)}`;
  });
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/;

/** A time as people read it; other values are left as they are. */
function timeInWords(value: string): string {
  return value.replace(TIME, '$1 $2 UTC');
}

/** All of it in one line: `Ada removed Grace (grace@example.com) from the team`. */
export function auditLine(entry: AuditEntryView): string {
  const { before, after } = auditSentence(entry);
  const done = after === null ? before : `${before}${entry.target.name}${after}`;
  return `${auditActor(entry)} ${done}`;
}
