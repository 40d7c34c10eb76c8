import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A member of staff. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Lower-case. */
  @Column('text', { unique: true })
  email!: string;

  @Column('text', { default: '' })
  name!: string;

  /** argon2id. */
  @Column('text')
  passwordHash!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
