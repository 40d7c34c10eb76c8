import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { columnsOf } from '../platform/database/base-record.js';
import { EditRevision, editRow, type Edit } from '../history/edits.js';
import { CLIENT_FIELDS } from '../contract/client-fields.js';
import type { CreateClientBody } from '../contract/clients.js';

/** A business whose profile the staff look after. */
@Entity('clients')
export class Client extends columnsOf(CLIENT_FIELDS) {
  static readonly scopedBy = ['id', 'client'] as const;

  @Column('uuid', { nullable: true })
  agencyId!: string | null;

  @ManyToOne(() => Agency, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'agencyId' })
  agency?: Relation<Agency> | null;

  /** The responsible member of staff, who sees the client: who changes what they see, or what it belongs to, holds `USERS_LOCK`. */
  @Column('uuid', { nullable: true })
  ownerId!: string | null;

  /** Whether it was made to try the product with; one client at most. */
  @Column('boolean', { default: false })
  isSample!: boolean;

  /** Whether public links of this client's moments and optimizations are open to everybody who has them. */
  @Column('boolean', { default: true })
  openLink!: boolean;

  /** After how many days its reviewers are reminded of what they have not decided; none for never. */
  @Column('int', { array: true, default: [1, 3, 5] })
  reminderDays!: number[];

  /** What reminders say to its reviewers, with `{First name}`; `''` for the text of their language. */
  @Column('text', { default: '' })
  reminderText!: string;

  /** Revision of all fields that staff edit. */
  @Column(() => EditRevision, { prefix: false })
  edits!: EditRevision;

  /** Saves an edit by staff. @returns whether anything changed. @throws AppError 409 EDITED_MEANWHILE */
  edit(fields: Partial<CreateClientBody>, edit: Edit): boolean {
    return editRow(this, fields, 'this client', edit);
  }
}
