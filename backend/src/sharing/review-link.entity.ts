import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { User } from '../users/user.entity.js';
import { Reviewer } from './reviewer.entity.js';

/**
 * A reviewer's own link: to one review, or to the portal, which lists all that is shared with the client. At most one
 * to each.
 */
@Entity('review_links')
export class ReviewLink extends BaseRecord {
  static readonly scopedBy = ['reviewerId', 'reviewer'] as const;

  /** SHA-256 of the token, base64url. The token itself is derived from the id and `replaced` (`LinkTokens`). */
  @Column('text')
  tokenHash!: string;

  /** How often it got a new token. */
  @Column('int', { default: 0 })
  replaced!: number;

  @Column('uuid')
  reviewerId!: string;

  @ManyToOne(() => Reviewer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reviewerId' })
  reviewer?: Relation<Reviewer>;

  /** The review that it opens; `null` for the portal. */
  @Column('uuid', { nullable: true })
  reviewId!: string | null;

  /**
   * The origin of the product as staff used it when they shared. The link's URL has it if the agency has no verified
   * domain.
   */
  @Column('text')
  origin!: string;

  /** The user who shared it last, to whom replies to its mails go; `null` once that user is removed. */
  @Column('uuid', { nullable: true })
  sharedById!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'sharedById' })
  sharedBy?: Relation<User> | null;

  /** Whether the reviewer may decide, or only look. */
  @Column('boolean', { default: true })
  mayDecide!: boolean;

  /** Days after which the reviewer is reminded, as chosen with the last invitation; also used for each new round. */
  @Column('int', { array: true, default: [] })
  reminderDays!: number[];

  /** Argon2id; `''` without a passcode. */
  @Column('text', { default: '' })
  passcodeHash!: string;

  /** Wrong passcodes, and those being checked, since the link was made, unlocked or replaced. */
  @Column('int', { default: 0 })
  wrongPasscodes!: number;

  /** When it was locked: no passcode is accepted until staff unlock it. */
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

  /** When the reviewer last opened a page by it, to the minute; decisions do not count. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;

  revoke(by: string | null): void {
    Object.assign(this, { revokedAt: new Date(), revokedBy: by });
  }

  /** The caller must replace its token as well: a revoked token never works again. */
  restore(): void {
    Object.assign(this, { revokedAt: null, revokedBy: null });
  }

  unlock(): void {
    Object.assign(this, { wrongPasscodes: 0, lockedAt: null });
  }
}
