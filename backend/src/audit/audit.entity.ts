import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditAction, AuditActor, AuditChange, AuditTargetKind } from '../contract/audit.js';

/** An entry of the audit log. A database trigger refuses changes of rows; only retention deletes them. */
@Entity('audit')
export class AuditRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @Column('text')
  actor!: AuditActor;

  @Column('text', { nullable: true })
  actorName!: string | null;

  /** The member of staff, also after they were removed. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text')
  action!: AuditAction;

  @Column('text')
  targetKind!: AuditTargetKind;

  @Column('text', { nullable: true })
  targetId!: string | null;

  /** The name at the time of the entry. */
  @Column('text')
  targetName!: string;

  @Column('jsonb', { default: {} })
  changes!: Record<string, AuditChange>;
}
