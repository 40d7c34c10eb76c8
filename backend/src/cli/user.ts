import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { staffOrigin } from '../access/hosts.js';
import { resetFactors } from '../auth/factors.queries.js';
import { allowPasswords } from '../auth/password-sign-in.js';
import { RESET_MINUTES } from '../contract/limits.js';
import { appendAudit, COMMAND_LINE, userTarget } from '../audit/audit.js';
import { dataSourceOptions } from '../database/data-source.js';
import { pendingMigrations } from '../database/pending-migrations.js';
import { addressOf, issueLink } from '../password-links/issue-link.js';
import { OperatorError } from '../platform/operator-error.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { User } from '../users/user.entity.js';
import { lockUsers } from '../users/users.service.js';
import { runCommand, type Command } from './command.js';
import { withDatabase } from './database.js';
import { changeUser, listUsers, type RequestedRights } from './user/rights.js';

/**
 * `npm run user -- …`, whether or not the product runs:
 * - `list`: prints each member of staff with role and scope
 * - `change EMAIL --role ROLE --scope SCOPE`: changes them; either may be left out, and `--scope` repeated
 * - `reset-password EMAIL`: prints a link at which this member of staff chooses a new password
 * - `reset-factor EMAIL`: removes their second factors and their identity of single sign-on, and ends their sessions
 * - `allow-passwords`: allows signing in by password again, if single sign-on is the only way
 */
async function user(command: Command): Promise<number> {
  const request = parseRequest();
  const lines = await withDatabase(command, async (databaseUrl) => {
    const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
    return perform(db, request, staffOrigin(command.config)).finally(() => db.destroy());
  });
  for (const line of lines) command.print(line);
  return 0;
}

type Request =
  | { action: 'list' }
  | { action: 'allow-passwords' }
  | { action: 'change'; email: string; rights: RequestedRights }
  | { action: 'reset-password' | 'reset-factor'; email: string };

async function perform(db: DataSource, request: Request, origin: string): Promise<string[]> {
  if ((await pendingMigrations(db)).length > 0) {
    throw new OperatorError('The database lacks the migrations of this version: start the product first');
  }
  if (request.action === 'list') return listUsers(db);
  if (request.action === 'allow-passwords') return [await allowPasswordsAgain(db)];
  if (request.action === 'change') return [await changeUser(db, request.email, request.rights)];
  if (request.action === 'reset-factor') return [await resetFactor(db, request.email)];
  return [
    `At this address ${request.email} can choose a new password, once, within ${RESET_MINUTES} minutes:`,
    await resetPassword(db, request.email, origin),
  ];
}

async function allowPasswordsAgain(db: DataSource): Promise<string> {
  await db.transaction((manager) => allowPasswords(manager, true, COMMAND_LINE));
  return 'Passwords sign people in again. Who has none gets a link to one by reset-password.';
}

async function resetPassword(db: DataSource, email: string, origin: string): Promise<string> {
  // Signed with a random secret, because only this process prints the link: no mail has to create its token again.
  const tokens = new SignedTokens(randomBytes(32).toString('base64url'));
  return db.transaction(async (manager) => {
    const member = await getUser(manager, email);
    const { id: userId } = member;
    await appendAudit(manager, COMMAND_LINE, { action: 'password.reset_printed', target: userTarget(member) });
    return addressOf(tokens, await issueLink(manager, tokens, { kind: 'reset', email, userId, origin }))!;
  });
}

async function resetFactor(db: DataSource, email: string): Promise<string> {
  await db.transaction(async (manager) => {
    await lockUsers(manager);
    const member = await getUser(manager, email);
    await resetFactors(manager, member.id);
    await appendAudit(manager, COMMAND_LINE, { action: 'factor.reset', target: userTarget(member) });
  });
  return `${email} was signed out everywhere, and signs in with the password alone.`;
}

/** @throws OperatorError if there is none */
async function getUser(manager: EntityManager, email: string): Promise<User> {
  const member = await manager.findOneBy(User, { email });
  if (!member) throw new OperatorError(`No member of staff has the e-mail ${email}`);
  return member;
}

const OPTIONS = { role: { type: 'string' }, scope: { type: 'string', multiple: true } } as const;

function parseRequest(): Request {
  try {
    const args = process.argv.slice(2);
    const { positionals, values: rights } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [command, given, ...more] = positionals;
    const hasRights = rights.role !== undefined || rights.scope !== undefined;
    if (!given && !hasRights && (command === 'list' || command === 'allow-passwords')) return { action: command };
    const email = given?.trim().toLowerCase();
    if (email && more.length === 0) {
      const isReset = command === 'reset-password' || command === 'reset-factor';
      if (isReset && !hasRights) return { action: command, email };
      if (command === 'change' && hasRights) return { action: 'change', email, rights };
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new OperatorError(
    'Usage: npm run user -- list | change EMAIL [--role ROLE] [--scope all | none | agency:NAME | client:NAME]... | reset-password EMAIL | reset-factor EMAIL | allow-passwords',
  );
}

await runCommand(user);
