import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../contract/roles.js';
import type { PasswordLinkKind } from '../contract/password-links.js';
import { Mail } from '../mail/mail.entity.js';
import { User } from '../users/user.entity.js';

/**
 * A link by which a person chooses a password, once. It is deleted when it is used, or replaced by another one of its
 * kind for the same e-mail.
 */
@Entity('password_links')
export class PasswordLink {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: PasswordLinkKind;

  /** SHA-256 of the token, base64url. The token itself is derived from the id (`SignedTokens`). */
  @Column('text')
  tokenHash!: string;

  /** Lower-case. */
  @Column('text')
  email!: string;

  /** Name of the invited person; `''` if it is not known. */
  @Column('text', { default: '' })
  name!: string;

  /** Role of the invited person; without meaning for other links. */
  @Column('text', { default: 'admin' })
  role!: Role;

  /** Whether the scope is `all`; otherwise it is the existing records of the two lists. */
  @Column('boolean', { default: true })
  seesAllClients!: boolean;

  @Column('uuid', { array: true, default: [] })
  agencyIds!: string[];

  @Column('uuid', { array: true, default: [] })
  clientIds!: string[];

  /** The user whose password is replaced; `null` for an invitation. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The user who invited; `null` for other links. A removed user's invitations are deleted. */
  @Column('uuid', { nullable: true })
  invitedById!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'invitedById' })
  invitedBy?: Relation<User> | null;

  /** Origin of the product, for the link's URL. */
  @Column('text')
  origin!: string;

  /** The mail with the link; `null` without one. */
  @Column('uuid', { nullable: true })
  mailId!: string | null;

  @ManyToOne(() => Mail, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'mailId' })
  mail?: Relation<Mail> | null;

  @Column('timestamptz')
  expiresAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
