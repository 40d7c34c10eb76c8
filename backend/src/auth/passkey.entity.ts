import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PasskeyView } from '../contract/passkeys.js';
import { BaseRecord } from '../platform/database/base-record.js';

/** A key pair of a member of staff. A phone, a computer or a security key has its private part. */
@Entity('passkeys')
export class Passkey extends BaseRecord {
  @Column('uuid')
  userId!: string;

  @Column('text')
  name!: string;

  /** What browsers name it by, base64url. */
  @Column('text', { unique: true })
  credentialId!: string;

  /** COSE. */
  @Column('bytea')
  publicKey!: Buffer;

  /** Signatures that it has made, as it says itself, in decimal digits; 0 where it does not count them. */
  @Column('bigint')
  counter!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}

/** A challenge that a passkey has answered, kept until it has expired so that the answer counts once. */
@Entity('answered_challenges')
export class AnsweredChallenge {
  @PrimaryColumn('text')
  challenge!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}

export function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
