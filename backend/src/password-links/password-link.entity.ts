import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../contract/roles.js';
import type { PasswordLinkKind } from '../contract/password-links.js';
import { Mail } from '../mail/mail.entity.js';
import { User } from '../users/user.entity.js';

/**
 * A link by which one person chooses a password, once. It is deleted as it is used, and when another one of its kind is made
 * for the same e-mail.
 */
@Entity('password_links')
export class PasswordLink {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: PasswordLinkKind;

  /** SHA-256 of the token, base64url. The token itself follows from the id (`SignedTokens`). */
  @Column('text')
  tokenHash!: string;

  /** Lower-case. */
  @Column('text')
  email!: string;

  /** Name of the invited person; `''` if it is not known. */
  @Column('text', { default: '' })
  name!: string;

  /** What an invited person gets; nothing is said by it of other links. */
  @Column('text', { default: 'admin' })
  role!: Role;

  /** Whether their scope is all clients; otherwise it is that of the two lists, as far as it still exists. */
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

  /** The product's own origin, for the link's address. */
  @Column('text')
  origin!: string;

  /** The mail that holds the link; `null` for none. */
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
