import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A request that was answered, so that a repetition creates nothing twice. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  userId!: string;

  /** As it was sent; of a request by an API key, with that key's id before it. */
  @PrimaryColumn('text')
  key!: string;

  /** Hash of what the request asked for; of an upload, the moment's id and the files' names and sizes. */
  @Column('text')
  fingerprint!: string;

  /** Hash of an upload's files, in order; `null` for other requests, and in rows of earlier versions. */
  @Column('text', { nullable: true })
  contents!: string | null;

  /** Ids of the records that the request made. The column is named after uploads, which had such keys first. */
  @Column('uuid', { array: true, name: 'imageIds' })
  resultIds!: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
