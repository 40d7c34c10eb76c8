import { Column, Entity, PrimaryColumn } from 'typeorm';
import { changedFields, Edits, type Edit } from '../common/edits.js';

/** What staff write on the settings. */
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

  /** Of all fields above. */
  @Column(() => Edits, { prefix: false })
  edits!: Edits;

  /**
   * Takes what staff wrote.
   * @throws AppError 409 EDITED_MEANWHILE
   */
  edit(fields: Partial<SettingsFields>, edit: Edit): void {
    const changed = changedFields(this, fields);
    if (Object.keys(changed).length === 0) return;
    this.edits.add('the settings', edit);
    Object.assign(this, changed);
  }
}
