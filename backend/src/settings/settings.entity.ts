import { Column, Entity, PrimaryColumn } from 'typeorm';

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
}
