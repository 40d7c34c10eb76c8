import { changedFields, Edits, type Edit } from '../common/edits.js';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Checks in a row that must find a verified domain elsewhere before it counts as moved away. */
const MISSES_MAX = 2;

/** What staff write on an agency. */
export type AgencyFields = Pick<Agency, 'name' | 'primaryColor' | 'logoFileId' | 'customDomain'>;

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

  /** In the form of `hostName`. */
  @Column('text', { nullable: true, unique: true })
  customDomain!: string | null;

  @Column('boolean', { default: false })
  domainVerified!: boolean;

  /** Why the domain is not verified, in a sentence for staff. */
  @Column('text', { default: '' })
  domainNote!: string;

  /** How many checks in a row found that the verified domain leads elsewhere. */
  @Column('integer', { default: 0 })
  domainMisses!: number;

  /** When the verified domain is checked again; not before its latest check has ended, or is given up. */
  @Column('timestamptz', { default: () => 'now()' })
  domainDueAt!: Date;

  /** Of what staff write, and not of what checks of the domain find. */
  @Column(() => Edits, { prefix: false })
  edits!: Edits;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /**
   * Takes what staff wrote.
   * @throws AppError 409 EDITED_MEANWHILE
   */
  edit(fields: Partial<AgencyFields>, edit: Edit): void {
    if (Object.keys(changedFields(this, fields)).length === 0) return;
    this.edits.add('this agency', edit);
    this.write(fields);
  }

  /** Takes the given fields of a new agency, or of one that is edited. */
  write(fields: Partial<AgencyFields>): void {
    const { customDomain, ...changed } = changedFields(this, fields);
    Object.assign(this, changed);
    if (customDomain !== undefined) this.moveTo(customDomain);
  }

  /** Takes a new domain, which nobody has checked yet. */
  private moveTo(customDomain: string | null): void {
    if (customDomain === this.customDomain) return;
    this.customDomain = customDomain;
    this.refuseDomain('');
  }

  /** The domain leads here. */
  confirmDomain(): void {
    this.domainVerified = true;
    this.domainNote = '';
    this.domainMisses = 0;
  }

  /** The domain leads elsewhere. */
  refuseDomain(reason: string): void {
    this.domainVerified = false;
    this.domainNote = reason;
    this.domainMisses = 0;
  }

  /** The verified domain was found to lead elsewhere; once may be an accident. */
  missDomain(reason: string): void {
    this.domainMisses += 1;
    if (this.domainMisses >= MISSES_MAX) this.refuseDomain(reason);
  }
}
