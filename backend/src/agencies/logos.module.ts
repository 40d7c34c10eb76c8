import { Module } from '@nestjs/common';
import { LogosService } from './logos.service.js';

/** Storing the logos of agencies and of the platform. */
@Module({ providers: [LogosService], exports: [LogosService] })
export class LogosModule {}
