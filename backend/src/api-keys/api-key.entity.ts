import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../contract/roles.js';
import { BaseRecord } from '../platform/database/base-record.js';
import { User } from '../users/user.entity.js';

/** A key with which a program acts for a member of staff. It is deleted when it is revoked, and with its owner. */
@Entity('api_keys')
export class ApiKey extends BaseRecord {
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'userId' })
  owner?: Relation<User>;

  @Column('text')
  name!: string;

  /** SHA-256 of the key, base64url (`token.ts`). */
  @Column('text', { unique: true })
  tokenHash!: string;

  @Column('text')
  lastCharacters!: string;

  @Column('text')
  role!: Role;

  /** Whether its scope is that of its owner; otherwise it is in the tables below, limited to the owner's. */
  @Column('boolean')
  seesAllClients!: boolean;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** To within a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}

/** An agency in the limited scope of a key. */
@Entity('api_key_agencies')
export class ApiKeyAgency {
  @PrimaryColumn('uuid')
  keyId!: string;

  @PrimaryColumn('uuid')
  agencyId!: string;
}

/** A single client in the limited scope of a key. */
@Entity('api_key_clients')
export class ApiKeyClient {
  @PrimaryColumn('uuid')
  keyId!: string;

  @PrimaryColumn('uuid')
  clientId!: string;
}
