import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A brand that clients see on their public pages. */
@Entity('agencies')
export class Agency {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** `#rrggbb` */
  @Column('text')
  primaryColor!: string;

  /** Folder of the logo in storage. */
  @Column('uuid', { nullable: true })
  logoFileId!: string | null;

  /** Lower-case host name. */
  @Column('text', { nullable: true, unique: true })
  customDomain!: string | null;

  @Column('boolean', { default: false })
  domainVerified!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /** Takes a new domain, which nobody has checked yet. */
  moveTo(customDomain: string | null): void {
    if (customDomain === this.customDomain) return;
    this.customDomain = customDomain;
    this.domainVerified = false;
  }
}
