import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { staffOrigin } from '../access/hosts.js';
import { RESET_MINUTES } from '../contract/limits.js';
import { dataSourceOptions } from '../database/data-source.js';
import { pendingMigrations } from '../database/pending-migrations.js';
import { addressOf, issueLink } from '../password-links/issue-link.js';
import { OperatorError } from '../platform/operator-error.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { User } from '../users/user.entity.js';
import { runCommand, type Command } from './command.js';
import { withDatabase } from './database.js';

/**
 * `npm run user -- reset-password EMAIL`: prints a link at which this member of staff chooses a new password, while the product
 * runs or not.
 */
async function user(command: Command): Promise<number> {
  const email = requestedEmail();
  const address = await withDatabase(command, async (databaseUrl) => {
    const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
    return resetPassword(db, email, staffOrigin(command.config)).finally(() => db.destroy());
  });
  command.print(`At this address ${email} can choose a new password, once, within ${RESET_MINUTES} minutes:`);
  command.print(address);
  return 0;
}

async function resetPassword(db: DataSource, email: string, origin: string): Promise<string> {
  if ((await pendingMigrations(db)).length > 0) {
    throw new OperatorError('The database lacks the migrations of this version: start the product first');
  }
  // No mail holds this link, so that no other process needs to make its token again.
  const tokens = new SignedTokens(randomBytes(32).toString('base64url'));
  return db.transaction(async (manager) => {
    const found = await manager.findOneBy(User, { email });
    if (!found) throw new OperatorError(`No member of staff has the e-mail ${email}`);
    return addressOf(tokens, await issueLink(manager, tokens, { kind: 'reset', email, userId: found.id, origin }))!;
  });
}

function requestedEmail(): string {
  try {
    const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true });
    const [command, email, ...more] = positionals;
    if (command === 'reset-password' && email && more.length === 0) return email.trim().toLowerCase();
  } catch {
    // An option: there is none.
  }
  throw new OperatorError('Usage: npm run user -- reset-password EMAIL');
}

await runCommand(user);
