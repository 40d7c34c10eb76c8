import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An upload that was already answered, so that the same request again stores nothing twice. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  /** What was asked: the moment, and the files' names and sizes. Versions that know no `contents` compare it. */
  @Column('text')
  fingerprint!: string;

  /** Of the files' contents, in their order; `null` where an earlier version wrote the row. */
  @Column('text', { nullable: true })
  contents!: string | null;

  /** The images that the request made. */
  @Column('uuid', { array: true })
  imageIds!: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
