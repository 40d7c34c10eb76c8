import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor } from '../access/look-ups.js';
import { appendAudit, became } from '../audit/audit.js';
import {
  CERTIFICATE_NOTE,
  CERTIFICATE_TYPE,
  type CertificateClaims,
  type CertificateView,
  type CertifiedDeliveryView,
} from '../contract/certificates.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import { Delivery } from '../deliveries/delivery.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { conflict } from '../platform/http/errors.js';
import { Storage } from '../platform/storage/storage.js';
import { Settings } from '../settings/settings.entity.js';
import { CertificateKeysService } from './certificate-keys.service.js';
import { findAgenciesOfMoments, findCertifiedDeliveries } from './certificates.queries.js';
import { sendPdf } from './certificate-pdf.js';

const NOT_DONE = 'Nothing was delivered yet, so there is nothing to certify.';

/** The claims about a delivery, with the file ids of its photos in the same order. */
interface Certified {
  claims: CertificateClaims;
  color: string;
  fileIds: string[];
}

/** Certificates of what was approved and delivered. */
@Injectable()
export class CertificatesService {
  constructor(
    private readonly db: DataSource,
    private readonly keys: CertificateKeysService,
    private readonly storage: Storage,
  ) {}

  /** The deliveries of a moment's photos, the newest first. @throws AppError 404 */
  async ofMoment(momentId: string, by: Actor): Promise<CertifiedDeliveryView[]> {
    await getRowFor(by, this.db.manager, Moment, momentId);
    return findCertifiedDeliveries(this.db.manager, momentId, by);
  }

  /** The signed certificate of a delivery. @throws AppError 404, 409 DELIVERY_NOT_DONE */
  async json(deliveryId: string, by: Actor): Promise<CertificateView> {
    const { claims } = await this.certified(deliveryId, by, 'JSON');
    return this.keys.sign(claims);
  }

  /**
   * Sends the certificate as a PDF.
   * @throws AppError 404, 409 DELIVERY_NOT_DONE, any error before anything was sent
   */
  async pdf(deliveryId: string, verifyAt: string, by: Actor, response: Response): Promise<void> {
    const certified = await this.certified(deliveryId, by, 'PDF');
    response.attachment('certificate.pdf').type('application/pdf');
    await sendPdf(response, { ...certified, verifyAt, storage: this.storage });
  }

  /** Gathers what is certified, and notes for whom. */
  private async certified(id: string, by: Actor, format: 'JSON' | 'PDF'): Promise<Certified> {
    const { manager } = this.db;
    const delivery = await getRowFor(by, manager, Delivery, id);
    const photos = delivery.photos.flatMap(({ delivered, momentId }) =>
      delivered ? [{ ...delivered, momentId }] : [],
    );
    if (delivery.state !== 'done' || photos.length === 0) throw conflict('DELIVERY_NOT_DONE', NOT_DONE);
    const target = { kind: 'delivery', id, name: delivery.fileName } as const;
    await appendAudit(manager, by, { action: 'certificate.made', target, changes: { format: became(format) } });
    const settings = await manager.findOneByOrFail(Settings, { id: true });
    const agencies = await findAgenciesOfMoments(manager, [...new Set(photos.map(({ momentId }) => momentId))]);
    const [agency] = agencies.length === 1 ? agencies : [];
    const claims: CertificateClaims = {
      type: CERTIFICATE_TYPE,
      note: CERTIFICATE_NOTE,
      iss: settings.brandName || DEFAULT_BRAND_NAME,
      iat: Math.floor(Date.now() / 1000),
      jti: delivery.id,
      agency: agency?.name ?? null,
      deliveredAt: delivery.endedAt!.toISOString(),
      deliveredBy: delivery.deliveredBy ?? '',
      photos: photos.map(
        ({ file, sha256, version, title, description, keywords, altText, place, moment, client, ...approval }) => {
          const { approvedBy, approvedAt, round } = approval;
          const texts = { title, description, keywords, altText, place };
          return { file, sha256, version, ...texts, moment, client, approvedBy, approvedAt, round };
        },
      ),
    };
    const color = agency?.primaryColor ?? settings.primaryColor;
    return { claims, color, fileIds: photos.map(({ fileId }) => fileId) };
  }
}
