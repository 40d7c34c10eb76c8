import type { EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { ALL, type Scoped } from '../access/scope.js';
import type { AuditActor, AuditChange, AuditEntry, AuditTarget, Refusal, SignInMethod } from '../contract/audit.js';
import { APPEND, APPEND_REFUSAL } from './audit.queries.js';

/** The actor of commands on the server, such as `npm run user` and `npm run restore`. */
interface CommandLine extends Scoped {
  kind: 'commandLine';
}

export const COMMAND_LINE: CommandLine = { kind: 'commandLine', scope: ALL };

/** The settings as the target of an entry. */
export const SETTINGS: AuditTarget<'settings'> = { kind: 'settings', id: null, name: 'Settings' };

type Person = Pick<Actor, 'kind' | 'name' | 'userId' | 'reviewerId'> & Pick<StaffActor, 'apiKeyId'>;

/** The actor of an entry. */
export type AuditedBy = Person | CommandLine;

/** The fields of an account that entries use. */
interface Account {
  id: string;
  name: string;
  email: string;
}

/**
 * Appends entries, in the transaction of the action. An entry must not contain IP addresses of visitors, passwords,
 * tokens or codes. Callers limit the entries that strangers can cause; for refused sign-ins `appendRefusal` does.
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
 * Appends a refused sign-in, up to a maximum per account and hour. Nothing is stored for an e-mail without an
 * account.
 */
export async function appendRefusal(
  manager: EntityManager,
  { email, method, reason }: { email: string; method: SignInMethod; reason: Refusal },
): Promise<void> {
  const changes = { method: became(method), reason: became(reason) };
  await manager.query(APPEND_REFUSAL, [email.trim().toLowerCase(), JSON.stringify(changes)]);
}

/** Returns the actor for a user who acts on their own account before they have a session. */
export function asActor({ id, name, email }: Account): AuditedBy {
  return { kind: 'staff', name: name || email, userId: id };
}

/** A user as the target of an entry. */
export function userTarget({ id, name, email }: Account): AuditTarget<'user'> {
  return { kind: 'user', id, name: name ? `${name} (${email})` : email };
}

/** Returns the changes of a new record: all its fields. */
export function becameAll<Name extends string>(after: Record<Name, string>): Record<Name, AuditChange> {
  const names = Object.keys(after) as Name[];
  return Object.fromEntries(names.map((name) => [name, became(after[name])])) as Record<Name, AuditChange>;
}

/** Somebody's own account as the target of an entry. */
export function ownTarget({ userId, name }: StaffActor): AuditTarget<'user'> {
  return { kind: 'user', id: userId, name };
}

/** Returns the change of a value that did not exist before. */
export function became(to: string): AuditChange {
  return { from: '', to };
}

/** Returns the changes of the fields that differ. */
export function changesOf<Name extends string>(
  before: Readonly<Record<Name, string | null>>,
  after: Readonly<Record<Name, string | null>>,
): Partial<Record<Name, AuditChange>> {
  const names = (Object.keys(before) as Name[]).filter((name) => before[name] !== after[name]);
  const entries = names.map((name) => [name, { from: before[name] ?? '', to: after[name] ?? '' }]);
  return Object.fromEntries(entries) as Partial<Record<Name, AuditChange>>;
}

/** Returns the change of a value that entries must not show, such as a passcode: only `set`, `another` or `''`. */
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
