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

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
