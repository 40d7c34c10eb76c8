import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { calculateJwkThumbprint, FlattenedSign } from 'jose';
import { DataSource, IsNull, Not } from 'typeorm';
import type { Config } from '../config.js';
import type { CertificateClaims, CertificateKeysView, CertificateView } from '../contract/certificates.js';
import { CONFIG } from '../platform/config.module.js';
import { failedWith } from '../platform/operator-error.js';
import { ensureSessionSecret } from '../platform/storage/data-dir.js';
import { CertificateKey, presentKey, type PublicPart } from './certificate-key.entity.js';

/** Order of the group of P-256. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

interface Signer {
  privateKey: KeyObject;
  key: PublicPart;
}

/**
 * The signing key of this installation, derived from its secret, so that all processes have the same key and no
 * private key is stored. The public key is stored with the first certificate.
 */
@Injectable()
export class CertificateKeysService implements OnApplicationBootstrap {
  private signer: Promise<Signer> | undefined;

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Ends the keys that were derived from former secrets, and reopens the current key if its secret is used again. */
  async onApplicationBootstrap(): Promise<void> {
    // Ignored before the migrations of this version are applied; the next start ends the keys.
    await this.endFormerKeys().catch((error: unknown) => {
      if (!failedWith(error, '42P01', '42703')) throw error;
    });
  }

  private async endFormerKeys(): Promise<void> {
    const { id } = (await this.current()).key;
    await this.db.manager.update(CertificateKey, { id: Not(id), notAfter: IsNull() }, { notAfter: () => 'now()' });
    await this.db.manager.update(CertificateKey, { id, notAfter: Not(IsNull()) }, { notAfter: null });
  }

  /** The public keys of all certificates, the newest first. */
  async list(): Promise<CertificateKeysView> {
    const keys = await this.db.manager.find(CertificateKey, { order: { createdAt: 'DESC' } });
    return { keys: keys.map(presentKey) };
  }

  async sign(claims: CertificateClaims): Promise<CertificateView> {
    const { privateKey, key } = await this.current();
    await this.db.createQueryBuilder().insert().into(CertificateKey).values(key).orIgnore().execute();
    const { kty, crv, x, y, kid } = presentKey(key);
    const payload = new TextEncoder().encode(JSON.stringify(claims));
    const header = { alg: 'ES256', typ: 'JOSE+JSON', kid, jwk: { kty, crv, x, y } };
    const signed = await new FlattenedSign(payload).setProtectedHeader(header).sign(privateKey);
    return { protected: signed.protected!, payload: signed.payload, signature: signed.signature };
  }

  private current(): Promise<Signer> {
    return (this.signer ??= this.secret().then(signerOf));
  }

  private async secret(): Promise<string> {
    return this.config.sessionSecret ?? (await ensureSessionSecret(this.config.dataDir));
  }
}

async function signerOf(secret: string): Promise<Signer> {
  // 128 bits more than the scalar, so that the distribution is uniform (FIPS 186-5, A.2.1).
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'approval certificates', 48)).toString('hex');
  const scalar = (BigInt(`0x${bits}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const privateKey = createPrivateKey({ key: { ...jwk, d: d.toString('base64url') }, format: 'jwk' });
  return { privateKey, key: { id: await calculateJwkThumbprint(jwk), x, y } };
}
