import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/** Links a person of a provider to a member of staff. A member of staff has at most one person of each provider. */
@Entity('sign_in_identities')
export class SignInIdentity {
  @PrimaryColumn('text')
  issuer!: string;

  /** The permanent id of the person, which stays the same if their e-mail changes. */
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
