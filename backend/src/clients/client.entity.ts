import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { changedFields, Edits, type Edit } from '../common/edits.js';
import type { CreateClientBody } from '../contract/clients.js';

/** A business whose profile the staff look after. */
@Entity('clients')
export class Client {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  business!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text', { default: '' })
  mediaDescription!: string;

  @Column('text', { default: '' })
  serviceAreas!: string;

  @Column('text', { array: true, default: [] })
  targetKeywords!: string[];

  @Column('text', { array: true, default: [] })
  categories!: string[];

  @Column('text', { default: '' })
  notes!: string;

  @Column('uuid', { nullable: true })
  agencyId!: string | null;

  @ManyToOne(() => Agency, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'agencyId' })
  agency?: Relation<Agency> | null;

  @Column('text', { default: '' })
  website!: string;

  @Column('text', { default: '' })
  phone!: string;

  @Column('text', { default: '' })
  address!: string;

  @Column('text', { array: true, default: [] })
  socialLinks!: string[];

  /** Of all fields above. */
  @Column(() => Edits, { prefix: false })
  edits!: Edits;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /**
   * Takes what staff wrote.
   * @returns whether anything changed
   * @throws AppError 409 EDITED_MEANWHILE
   */
  edit(fields: Partial<CreateClientBody>, edit: Edit): boolean {
    const changed = changedFields(this, fields);
    if (Object.keys(changed).length === 0) return false;
    this.edits.add('this client', edit);
    Object.assign(this, changed);
    return true;
  }
}
