import { Column, Entity } from 'typeorm';
import type { Role } from '../contract/roles.js';
import { BaseRecord } from '../platform/database/base-record.js';
import type { Notify, NotifyAbout } from '../contract/notifications.js';

/** Version of new users, and of sessions from before versions existed. */
export const FIRST_CREDENTIAL_VERSION = 1;

/** A member of staff. */
@Entity('users')
export class User extends BaseRecord {
  /** Lower-case. */
  @Column('text', { unique: true })
  email!: string;

  @Column('text', { default: '' })
  name!: string;

  /** argon2id. */
  @Column('text')
  passwordHash!: string;

  /** Raised with each change of the user's credentials, which makes sessions with an older version invalid. */
  @Column('integer', { default: FIRST_CREDENTIAL_VERSION })
  credentialVersion!: number;

  /** Key from which the secret of the authenticator app is derived (`auth/codes.ts`); `null` without an app. */
  @Column('uuid', { nullable: true })
  authenticatorKey!: string | null;

  /** Step (30 seconds, counted from 1970) of the code that was used last. */
  @Column('integer', { nullable: true })
  authenticatorStep!: number | null;

  @Column('text', { default: 'admin' })
  role!: Role;

  /** Whether the scope is all clients; otherwise it is in `user-scope.entity.ts`. */
  @Column('boolean', { default: true })
  seesAllClients!: boolean;

  /** How they are notified of what happens at their clients. */
  @Column('text', { default: 'at_once' })
  notify!: Notify;

  /** With a daily summary: whether they also get mails at once about the clients that they follow. */
  @Column('boolean', { default: false })
  followedAtOnce!: boolean;

  @Column('text', { default: 'all' })
  notifyAbout!: NotifyAbout;
}
