import { Module } from '@nestjs/common';
import { LogosModule } from './logos.module.js';
import { AgenciesController } from './agencies.controller.js';
import { AgenciesService } from './agencies.service.js';

@Module({ imports: [LogosModule], controllers: [AgenciesController], providers: [AgenciesService] })
export class AgenciesModule {}
