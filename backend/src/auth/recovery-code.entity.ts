import { Entity, PrimaryColumn } from 'typeorm';

/** A code that signs its user in once in place of one of the authenticator app. It is deleted as it is used. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid')
  userId!: string;

  /** SHA-256 of its 80 random bits, base64url. */
  @PrimaryColumn('text')
  codeHash!: string;
}
