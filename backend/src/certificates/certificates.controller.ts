import { Controller, Get, Header, Inject, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Can, Public } from '../access/can.decorator.js';
import { staffOriginOf } from '../access/hosts.js';
import { By, type StaffActor } from '../access/actor.js';
import type { Config } from '../config.js';
import type { CertificateKeysView, CertificateView, CertifiedDeliveryView } from '../contract/certificates.js';
import { CONFIG } from '../platform/config.module.js';
import { Id, Operation } from '../platform/http/operation.js';
import { InTurn } from '../platform/limits/in-turn.interceptor.js';
import { CertificateKeysService } from './certificate-keys.service.js';
import { CertificatesService } from './certificates.service.js';

/** For staff only, except for the public keys. */
@ApiTags('deliveries')
@Controller('api')
export class CertificatesController {
  constructor(
    private readonly certificates: CertificatesService,
    private readonly keys: CertificateKeysService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('moments/:id/deliveries')
  @Can('review.read')
  @Operation('List the newest deliveries of a moment’s photos, each of which has a certificate')
  ofMoment(@Id('Moment') momentId: string, @By() by: StaffActor): Promise<CertifiedDeliveryView[]> {
    return this.certificates.ofMoment(momentId, by);
  }

  @Get('deliveries/:id/certificate.json')
  @Can('review.read')
  @Operation('Get the signed certificate of what was approved and delivered', {
    errors: ['DELIVERY_NOT_DONE'],
    description:
      'A JSON Web Signature (ES256) over the texts and the SHA-256 of each delivered file, who approved it and when. `npm run verify` and the page `/verify` check it. Evidence of approval, not a qualified electronic signature.',
  })
  @Header('Content-Disposition', 'attachment; filename="certificate.json"')
  json(@Id('Delivery') id: string, @By() by: StaffActor): Promise<CertificateView> {
    return this.certificates.json(id, by);
  }

  @Get('deliveries/:id/certificate.pdf')
  @Can('review.read')
  @Operation('Get the certificate of what was approved and delivered, for people', {
    file: 'application/pdf',
    errors: ['DELIVERY_NOT_DONE', 'STORAGE_UNAVAILABLE'],
  })
  async pdf(
    @Id('Delivery') id: string,
    @By() by: StaffActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.certificates.pdf(id, `${staffOriginOf(this.config, request)}/verify`, by, response);
  }

  @Public()
  @UseInterceptors(InTurn)
  @Get('certificate-keys')
  @Operation('List the public keys that certificates of this installation are signed with (JWKS)')
  listKeys(): Promise<CertificateKeysView> {
    return this.keys.list();
  }
}
