import { Module } from '@nestjs/common';
import { DomainsController } from './domains.controller.js';

@Module({ controllers: [DomainsController] })
export class DomainsModule {}
