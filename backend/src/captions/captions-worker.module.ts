import { Module } from '@nestjs/common';
import { AiModule } from '../ai/ai.module.js';
import { CaptionRunner } from './caption-runner.js';
import { CaptionsProcessor } from './captions.processor.js';

/** Drafts captions. */
@Module({ imports: [AiModule], providers: [CaptionRunner, CaptionsProcessor] })
export class CaptionsWorkerModule {}
