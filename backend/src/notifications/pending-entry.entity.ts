import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the history that staff are not notified of yet (`pending-entries.sweep.ts`). */
@Entity('pending_entries')
export class PendingEntry {
  @PrimaryColumn('bigint')
  entryId!: string;

  /** The member of staff who did it. */
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
