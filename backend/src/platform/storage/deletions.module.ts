import { Global, Module } from '@nestjs/common';
import { DeletionsService } from './deletions.service.js';

/** Removing stored files after the rows that owned them. */
@Global()
@Module({ providers: [DeletionsService], exports: [DeletionsService] })
export class DeletionsModule {}
