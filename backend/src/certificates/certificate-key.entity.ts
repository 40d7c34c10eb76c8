import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { CertificateKeyView } from '../contract/certificates.js';

/** A public key that certificates were signed with, so that they can be verified after the secret has changed. */
@Entity('certificate_keys')
export class CertificateKey {
  /** Its thumbprint (RFC 7638). */
  @PrimaryColumn('text')
  id!: string;

  /** Coordinate of the point on P-256, base64url. */
  @Column('text')
  x!: string;

  @Column('text')
  y!: string;

  /** When the secret that it is derived from was changed; `null` while certificates are signed with it. */
  @Column('timestamptz', { nullable: true })
  notAfter!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

export type PublicPart = Pick<CertificateKey, 'id' | 'x' | 'y'>;

/** The public key as a JSON Web Key. */
export function presentKey({ id, x, y, notAfter }: PublicPart & { notAfter?: Date | null }): CertificateKeyView {
  const end = notAfter && { notAfter: notAfter.toISOString() };
  return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid: id, ...end };
}
