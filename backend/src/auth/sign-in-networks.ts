import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { networkOf } from '../platform/http/network.js';
import { hashedKey } from '../platform/limits/limits.js';
import { HAS_FACTOR } from '../users/credentials.queries.js';

/** A network from which a user has signed in; removed a year after the last sign-in. */
@Entity('sign_in_networks')
export class SignInNetwork {
  @PrimaryColumn('uuid')
  userId!: string;

  /** A digest of the network. */
  @PrimaryColumn('text')
  network!: string;

  @Column('timestamptz', { default: () => 'now()' })
  lastAt!: Date;
}

/** Records that a user, if they still exist, signed in from the network of this address. */
export async function recordNetwork(manager: EntityManager, userId: string, ip: string | undefined): Promise<void> {
  await manager.query(
    `INSERT INTO sign_in_networks ("userId", "network") SELECT "id", $2 FROM users WHERE "id" = $1 FOR KEY SHARE
     ON CONFLICT ("userId", "network") DO UPDATE SET "lastAt" = now()`,
    [userId, digestOf(ip)],
  );
}

/** Facts about an account that are needed before its password is checked. */
export interface SignInFacts {
  /** Whether the account has a second factor. */
  hasFactor: boolean;
  /** Whether the account was signed in to before from the network of this address. */
  isFromKnownNetwork: boolean;
}

const SIGN_IN_FACTS = `
  SELECT ${HAS_FACTOR} AS "hasFactor",
    EXISTS (SELECT FROM sign_in_networks n WHERE n."userId" = u."id" AND n."network" = $2) AS "isFromKnownNetwork"
  FROM users u WHERE u."email" = $1`;

/**
 * Returns the facts about the account with this e-mail. One query for known and unknown e-mails, so that both take
 * equally long.
 */
export async function findSignInFacts(
  manager: EntityManager,
  email: string,
  ip: string | undefined,
): Promise<SignInFacts> {
  const [facts] = await manager.query<SignInFacts[]>(SIGN_IN_FACTS, [email, digestOf(ip)]);
  return facts ?? { hasFactor: false, isFromKnownNetwork: false };
}

function digestOf(ip: string | undefined): string {
  return hashedKey('network', networkOf(ip));
}
