import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ImagesModule } from '../images/images.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { GettingStartedController } from './getting-started.controller.js';
import { GettingStartedService } from './getting-started.service.js';

@Module({
  imports: [ClientsModule, MomentsModule, ImagesModule],
  controllers: [GettingStartedController],
  providers: [GettingStartedService],
})
export class GettingStartedModule {}
