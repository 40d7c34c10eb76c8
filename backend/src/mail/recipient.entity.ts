import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An address that mails go to. Its mails are sent one after the other, in their order. */
@Entity('mail_recipients')
export class Recipient {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** In small letters. */
  @Column('text', { unique: true })
  email!: string;

  /** When the mail server refused the address for good; nothing is sent to it until staff send again. */
  @Column('timestamptz', { nullable: true })
  refusedAt!: Date | null;

  /** The server's own sentence; `''` while the address is not refused. */
  @Column('text', { default: '' })
  refusal!: string;

  /** When the holder of the address stopped the mails to reviewers. */
  @Column('timestamptz', { nullable: true })
  stoppedAt!: Date | null;

  /** What the address that stops the mails ends with: 128 random bits. */
  @Column('text', { default: () => `encode(uuid_send(gen_random_uuid()), 'hex')` })
  stopToken!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
