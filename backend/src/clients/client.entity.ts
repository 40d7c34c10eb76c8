import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { columnsOf } from '../platform/database/base-record.js';
import { EditRevision, editRow, type Edit } from '../history/edits.js';
import { CLIENT_FIELDS } from '../contract/client-fields.js';
import type { CreateClientBody } from '../contract/clients.js';

/** A business whose profile the agency manages. */
@Entity('clients')
export class Client extends columnsOf(CLIENT_FIELDS) {
  static readonly scopedBy = ['id', 'client'] as const;

  @Column('uuid', { nullable: true })
  agencyId!: string | null;

  @ManyToOne(() => Agency, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'agencyId' })
  agency?: Relation<Agency> | null;

  /**
   * The responsible member of staff, who can always see the client. Changes of their scope or of the client's agency
   * need `USERS_LOCK`.
   */
  @Column('uuid', { nullable: true })
  ownerId!: string | null;

  /** Whether it is the sample client, for trying the product; at most one client is. */
  @Column('boolean', { default: false })
  isSample!: boolean;

  /** Whether public links of this client's moments and optimizations are open to everybody who has them. */
  @Column('boolean', { default: true })
  openLink!: boolean;

  /** Days after which reviewers are reminded of undecided items; empty for never. */
  @Column('int', { array: true, default: [1, 3, 5] })
  reminderDays!: number[];

  /** Text of reminders, which may contain `{First name}`; `''` for the default text of the reviewer's language. */
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
