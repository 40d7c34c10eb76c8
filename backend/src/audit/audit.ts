import type { EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { ALL, type Scoped } from '../access/scope.js';
import type { AuditActor, AuditChange, AuditEntry, AuditTarget, Refusal, SignInMethod } from '../contract/audit.js';
import { APPEND, APPEND_REFUSAL } from './audit.queries.js';

/** Somebody who works on the server itself, as `npm run user` and `npm run restore` do. */
interface CommandLine extends Scoped {
  kind: 'commandLine';
}

export const COMMAND_LINE: CommandLine = { kind: 'commandLine', scope: ALL };

/** The settings as the target of an entry. */
export const SETTINGS: AuditTarget<'settings'> = { kind: 'settings', id: null, name: 'Settings' };

type Person = Pick<Actor, 'kind' | 'name' | 'userId' | 'reviewerId'> & Pick<StaffActor, 'apiKeyId'>;

/** Who did what an entry says. */
export type AuditedBy = Person | CommandLine;

/** An account, as far as entries name it. */
interface Account {
  id: string;
  name: string;
  email: string;
}

/**
 * Appends what was done, in its transaction. An entry holds names, and neither addresses of visitors, nor passwords, tokens or codes.
 * What a stranger can cause without end is bounded where it is caused, or by `appendRefusal`.
 * @returns the ids of the entries
 */
export async function appendAudit(manager: EntityManager, by: AuditedBy, ...entries: AuditEntry[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { action, target, changes = {} } of entries) {
    const [row] = await manager.query<{ id: string }[]>(APPEND, [
      ...actorColumns(by),
      action,
      target.kind,
      target.id,
      target.name,
      JSON.stringify(changes),
    ]);
    ids.push(row!.id);
  }
  return ids;
}

/**
 * Appends that somebody was refused who tried to sign in to an account, unless that was noted often within an hour. An address that
 * belongs to no account is not stored.
 */
export async function appendRefusal(
  manager: EntityManager,
  { email, method, reason }: { email: string; method: SignInMethod; reason: Refusal },
): Promise<void> {
  const changes = { method: became(method), reason: became(reason) };
  await manager.query(APPEND_REFUSAL, [email.trim().toLowerCase(), JSON.stringify(changes)]);
}

/** A user who acts on their own account before they have a session. */
export function asActor({ id, name, email }: Account): AuditedBy {
  return { kind: 'staff', name: name || email, userId: id };
}

/** A user as the target of an entry. */
export function userTarget({ id, name, email }: Account): AuditTarget<'user'> {
  return { kind: 'user', id, name: name ? `${name} (${email})` : email };
}

/** The fields of a record that is new. */
export function becameAll<Name extends string>(after: Record<Name, string>): Record<Name, AuditChange> {
  const names = Object.keys(after) as Name[];
  return Object.fromEntries(names.map((name) => [name, became(after[name])])) as Record<Name, AuditChange>;
}

/** Somebody's own account as the target of an entry. */
export function ownTarget({ userId, name }: StaffActor): AuditTarget<'user'> {
  return { kind: 'user', id: userId, name };
}

/** What is there now and was not before. */
export function became(to: string): AuditChange {
  return { from: '', to };
}

/** The fields of a record that are different now. */
export function changesOf<Name extends string>(
  before: Readonly<Record<Name, string | null>>,
  after: Readonly<Record<Name, string | null>>,
): Partial<Record<Name, AuditChange>> {
  const names = (Object.keys(before) as Name[]).filter((name) => before[name] !== after[name]);
  const entries = names.map((name) => [name, { from: before[name] ?? '', to: after[name] ?? '' }]);
  return Object.fromEntries(entries) as Partial<Record<Name, AuditChange>>;
}

/** A value that no entry shows, such as a passcode or a picture: whether there was one, and is one. */
export function hiddenChange(before: string | null, after: string | null): AuditChange | undefined {
  if (before === after) return undefined;
  const now = before ? 'another' : 'set';
  return { from: before ? 'set' : '', to: after ? now : '' };
}

function actorColumns(by: AuditedBy): [AuditActor, string | null, string | null] {
  if (by.kind === 'commandLine') return ['commandLine', null, null];
  return [actorKind(by), by.name, by.userId ?? null];
}

function actorKind({ kind, apiKeyId, reviewerId }: Person): AuditActor {
  if (apiKeyId) return 'program';
  if (reviewerId) return 'reviewer';
  return kind === 'ai' ? 'system' : kind;
}
