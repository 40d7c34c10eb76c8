import { Module } from '@nestjs/common';
import { MomentsModule } from '../moments/moments.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { CaptionsController } from './captions.controller.js';
import { CaptionsService } from './captions.service.js';

/** The routes for captions. */
@Module({ imports: [MomentsModule, RunsModule], controllers: [CaptionsController], providers: [CaptionsService] })
export class CaptionsModule {}
