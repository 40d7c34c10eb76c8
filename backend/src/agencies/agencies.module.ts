import { Module } from '@nestjs/common';
import { AgenciesController } from './agencies.controller.js';
import { AgenciesService } from './agencies.service.js';
import { LogosService } from './logos.service.js';

@Module({
  controllers: [AgenciesController],
  providers: [AgenciesService, LogosService],
  exports: [LogosService],
})
export class AgenciesModule {}
