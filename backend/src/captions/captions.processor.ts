import { Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { WORKER_OPTIONS } from '../queue/jobs.js';
import { RunProcessor } from '../runs/run.processor.js';
import { CaptionRunner } from './caption-runner.js';

/** Hands caption jobs to the runner. */
@Processor('captions', WORKER_OPTIONS)
export class CaptionsProcessor extends RunProcessor {
  constructor(runner: CaptionRunner, @Inject(CONFIG) config: Config) {
    super(runner, config);
  }
}
