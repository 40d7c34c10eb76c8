import { Module } from '@nestjs/common';
import { AiModule } from '../ai/ai.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { ListenerModule } from '../realtime/listener.module.js';
import { CaptionRunner } from './caption-runner.js';
import { CaptionsController } from './captions.controller.js';
import { CaptionsProcessor } from './captions.processor.js';
import { CaptionsService } from './captions.service.js';

/** Takes requests for captions. */
@Module({ imports: [MomentsModule, ListenerModule], controllers: [CaptionsController], providers: [CaptionsService] })
export class CaptionsApiModule {}

/** Drafts captions. */
@Module({ imports: [AiModule], providers: [CaptionRunner, CaptionsProcessor] })
export class CaptionsWorkerModule {}
