import { Column, Entity } from 'typeorm';
import { BaseRecord } from '../database/base-record.js';

/** A folder of stored files to be removed. The row stays until the storage has removed it. */
@Entity('deletions')
export class Deletion extends BaseRecord {
  /** `images/<uuid>` or `logos/<uuid>`. */
  @Column('text')
  folder!: string;

  @Column('timestamptz', { default: () => 'now()' })
  notBefore!: Date;

  @Column('int', { default: 0 })
  attempts!: number;

  @Column('text', { nullable: true })
  lastError!: string | null;
}
