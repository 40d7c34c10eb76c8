import { EditRevision, editRow, type Edit } from '../history/edits.js';
import { Column, Entity } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';

/** Consecutive rechecks that must fail before a verified domain loses its verification. */
const MISSES_MAX = 2;

/** The fields of an agency that staff edit. */
export type AgencyFields = Pick<
  Agency,
  'name' | 'primaryColor' | 'logoFileId' | 'customDomain' | 'replyTo' | 'postalAddress'
>;

/** A brand that clients see on their public pages. */
@Entity('agencies')
export class Agency extends BaseRecord {
  static readonly scopedBy = ['id', 'agency'] as const;

  @Column('text')
  name!: string;

  /** `#rrggbb` */
  @Column('text')
  primaryColor!: string;

  /** Id of the logo's folder in storage. */
  @Column('uuid', { nullable: true })
  logoFileId!: string | null;

  /** Normalized by `hostName`. */
  @Column('text', { nullable: true, unique: true })
  customDomain!: string | null;

  @Column('boolean', { default: false })
  domainVerified!: boolean;

  /** Why the domain is not verified, as a sentence for staff; empty while it is verified or unchecked. */
  @Column('text', { default: '' })
  domainNote!: string;

  /** How many consecutive rechecks found that the verified domain points to another server. */
  @Column('integer', { default: 0 })
  domainMisses!: number;

  /**
   * When the verified domain is due for its next recheck; moved ahead while a recheck runs, so that no other process
   * starts one.
   */
  @Column('timestamptz', { default: () => 'now()' })
  domainDueAt!: Date;

  /** Address that reviewers answer to, lower-cased; `''` if unknown. */
  @Column('text', { default: '' })
  replyTo!: string;

  /** Street and town, which laws require in mails; `''` if unknown. */
  @Column('text', { default: '' })
  postalAddress!: string;

  /** Revision of the fields that staff edit; domain checks do not change it. */
  @Column(() => EditRevision, { prefix: false })
  edits!: EditRevision;

  /** Saves an edit by staff; another domain is unverified. @throws AppError 409 EDITED_MEANWHILE */
  edit(fields: Partial<AgencyFields>, edit: Edit): void {
    const { customDomain } = this;
    editRow(this, fields, 'this agency', edit);
    if (this.customDomain !== customDomain) this.unverifyDomain('');
  }

  /** A check found that the domain points to this server. */
  confirmDomain(): void {
    this.domainVerified = true;
    this.domainNote = '';
    this.domainMisses = 0;
  }

  /** The domain does not point to this server; `reason` is a sentence for staff. */
  unverifyDomain(reason: string): void {
    this.domainVerified = false;
    this.domainNote = reason;
    this.domainMisses = 0;
  }

  /** A recheck found that the verified domain points to another server; unverifies it at the second one in a row. */
  recordDomainMiss(reason: string): void {
    this.domainMisses += 1;
    if (this.domainMisses >= MISSES_MAX) this.unverifyDomain(reason);
  }
}
