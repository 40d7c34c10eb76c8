import { Entity, PrimaryColumn } from 'typeorm';

/** A code that replaces a code of the authenticator app once. It is deleted when it is used. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid')
  userId!: string;

  /** SHA-256 of its 80 random bits, base64url. */
  @PrimaryColumn('text')
  codeHash!: string;
}
