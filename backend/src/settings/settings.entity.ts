import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EditRevision, editRow, type Edit } from '../history/edits.js';

/** The settings that staff edit. */
export type SettingsFields = Pick<Settings, 'brandName' | 'primaryColor' | 'logoFileId'>;

/** The platform's branding: one row. */
@Entity('settings')
export class Settings {
  @PrimaryColumn('boolean', { default: true })
  id!: true;

  /** `''` means the product's default. */
  @Column('text', { default: '' })
  brandName!: string;

  /** `#rrggbb` */
  @Column('text')
  primaryColor!: string;

  @Column('uuid', { nullable: true })
  logoFileId!: string | null;

  /** Revision of all fields above. */
  @Column(() => EditRevision, { prefix: false })
  edits!: EditRevision;

  /** Saves an edit by staff. @throws AppError 409 EDITED_MEANWHILE */
  edit(fields: Partial<SettingsFields>, edit: Edit): void {
    editRow(this, fields, 'the settings', edit);
  }
}
