import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A person of a provider, and the member of staff who they sign in as: one of each provider. */
@Entity('sign_in_identities')
export class SignInIdentity {
  @PrimaryColumn('text')
  issuer!: string;

  /** Names the person for good, also after a change of their e-mail. */
  @PrimaryColumn('text')
  subject!: string;

  /** `null` after the member of staff was removed. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'userId' })
  user?: Relation<User>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
