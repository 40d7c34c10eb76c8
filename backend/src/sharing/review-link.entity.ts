import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { User } from '../users/user.entity.js';
import { Reviewer } from './reviewer.entity.js';

/** A reviewer's own link: to one review or, without one, to all that is shared with the reviewer's client. A reviewer has at most one to each. */
@Entity('review_links')
export class ReviewLink extends BaseRecord {
  static readonly scopedBy = ['reviewerId', 'reviewer'] as const;

  /** SHA-256 of the token, base64url. The token itself follows from the id and `replaced` (`LinkTokens`). */
  @Column('text')
  tokenHash!: string;

  /** How often it was replaced by one with another token. */
  @Column('int', { default: 0 })
  replaced!: number;

  @Column('uuid')
  reviewerId!: string;

  @ManyToOne(() => Reviewer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reviewerId' })
  reviewer?: Relation<Reviewer>;

  /** What it opens; `null` for all that is shared with the reviewer's client. */
  @Column('uuid', { nullable: true })
  reviewId!: string | null;

  /** The product's origin at which staff made it. Mails use it if the agency has no verified domain. */
  @Column('text')
  origin!: string;

  /** The user who shared it last, who gets the reviewer's answers to mails; `null` once that user is removed. */
  @Column('uuid', { nullable: true })
  sharedById!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'sharedById' })
  sharedBy?: Relation<User> | null;

  /** Whether its holder may decide, or only look. */
  @Column('boolean', { default: true })
  mayDecide!: boolean;

  /** After how many days its reviewer is reminded, as chosen with the last invitation; also of each new round. */
  @Column('int', { array: true, default: [] })
  reminderDays!: number[];

  /** Argon2id; `''` without a passcode. */
  @Column('text', { default: '' })
  passcodeHash!: string;

  /** Passcodes that are being checked or were wrong, in all, since the link was made, unlocked or replaced. */
  @Column('int', { default: 0 })
  wrongPasscodes!: number;

  /** Since when no passcode is taken, until staff unlock the link. */
  @Column('timestamptz', { nullable: true })
  lockedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  /** Name of the member of staff who revoked it. */
  @Column('text', { nullable: true })
  revokedBy!: string | null;

  @Column('timestamptz', { nullable: true })
  firstOpenedAt!: Date | null;

  /** When its holder last opened a page by it, to the minute; a decision does not count. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;

  /** Opens nothing any more, until it is restored. */
  revoke(by: string | null): void {
    Object.assign(this, { revokedAt: new Date(), revokedBy: by });
  }

  /** Opens again. Its token must be replaced with it: one that was revoked never opens again. */
  restore(): void {
    Object.assign(this, { revokedAt: null, revokedBy: null });
  }

  /** Takes passcodes again. */
  unlock(): void {
    Object.assign(this, { wrongPasscodes: 0, lockedAt: null });
  }
}
