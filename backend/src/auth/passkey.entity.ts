import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PasskeyView } from '../contract/passkeys.js';
import { BaseRecord } from '../platform/database/base-record.js';

/** The public part of a member of staff's passkey. The private part is on a phone, a computer or a security key. */
@Entity('passkeys')
export class Passkey extends BaseRecord {
  @Column('uuid')
  userId!: string;

  @Column('text')
  name!: string;

  /** The credential id of WebAuthn, base64url. */
  @Column('text', { unique: true })
  credentialId!: string;

  /** In the format COSE. */
  @Column('bytea')
  publicKey!: Buffer;

  /** The passkey's own count of its signatures, in decimal digits; 0 if it does not count them. */
  @Column('bigint')
  counter!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}

/** An answered challenge, stored until it expires so that no answer is accepted twice. */
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
