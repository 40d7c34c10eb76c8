import { Module } from '@nestjs/common';
import { ClientImportController } from './client-import.controller.js';
import { ClientImportService } from './client-import.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  controllers: [ClientsController, ClientImportController],
  providers: [ClientsService, ClientImportService],
  exports: [ClientsService],
})
export class ClientsModule {}
