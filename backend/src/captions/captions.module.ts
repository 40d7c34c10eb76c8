import { Module } from '@nestjs/common';
import { MomentsModule } from '../moments/moments.module.js';
import { ListenerModule } from '../realtime/listener.module.js';
import { CaptionsController } from './captions.controller.js';
import { CaptionsService } from './captions.service.js';

/** Takes requests for captions. */
@Module({ imports: [MomentsModule, ListenerModule], controllers: [CaptionsController], providers: [CaptionsService] })
export class CaptionsModule {}
