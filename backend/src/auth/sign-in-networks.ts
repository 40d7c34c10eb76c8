import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { networkOf } from '../platform/http/network.js';
import { hashedKey } from '../platform/limits/limits.js';
import { User } from '../users/user.entity.js';

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

/** Whether the account with this e-mail has signed in from the network of this address. One query, as for unknown e-mails. */
export function hasSignedInFrom(manager: EntityManager, email: string, ip: string | undefined): Promise<boolean> {
  return manager
    .createQueryBuilder(SignInNetwork, 'known')
    .innerJoin(User, 'user', 'user.id = known.userId')
    .where({ network: digestOf(ip) })
    .andWhere('user.email = :email', { email })
    .getExists();
}

function digestOf(ip: string | undefined): string {
  return hashedKey('network', networkOf(ip));
}
