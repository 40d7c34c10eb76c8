import { Module } from '@nestjs/common';
import { CertificateKeysService } from './certificate-keys.service.js';
import { CertificatesController } from './certificates.controller.js';
import { CertificatesService } from './certificates.service.js';

/** Signed evidence of what was approved and delivered. */
@Module({ controllers: [CertificatesController], providers: [CertificatesService, CertificateKeysService] })
export class CertificatesModule {}
