import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { networkOf } from '../platform/http/network.js';
import { hashedKey } from '../platform/limits/limits.js';
import { HAS_FACTOR } from '../users/credentials.queries.js';

/** A network from which a user has signed in; removed a year after the last time. */
@Entity('sign_in_networks')
export class SignInNetwork {
  @PrimaryColumn('uuid')
  userId!: string;

  /** A digest. */
  @PrimaryColumn('text')
  network!: string;

  @Column('timestamptz', { default: () => 'now()' })
  lastAt!: Date;
}

/** Notes that a user, if they still exist, signed in from the network of this address. */
export async function noteNetwork(manager: EntityManager, userId: string, ip: string | undefined): Promise<void> {
  await manager.query(
    `INSERT INTO sign_in_networks ("userId", "network") SELECT "id", $2 FROM users WHERE "id" = $1 FOR KEY SHARE
     ON CONFLICT ("userId", "network") DO UPDATE SET "lastAt" = now()`,
    [userId, digestOf(ip)],
  );
}

/** What counts before the password of an account is looked at. */
export interface SignInFacts {
  /** Whether it signs in with a second factor. */
  hasFactor: boolean;
  /** Whether it has signed in before from the network of this address. */
  isFromKnownNetwork: boolean;
}

const SIGN_IN_FACTS = `
  SELECT ${HAS_FACTOR} AS "hasFactor",
    EXISTS (SELECT FROM sign_in_networks n WHERE n."userId" = u."id" AND n."network" = $2) AS "isFromKnownNetwork"
  FROM users u WHERE u."email" = $1`;

/** What counts of the account with this e-mail, in one query, as for an unknown one. */
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
