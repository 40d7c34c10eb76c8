import { Global, Module } from '@nestjs/common';
import { DeletionsService } from './deletions.service.js';
import { LogosService } from './logos.service.js';

/** Storing logos, and removing stored files after the rows that owned them. */
@Global()
@Module({ providers: [DeletionsService, LogosService], exports: [DeletionsService, LogosService] })
export class DeletionsModule {}
