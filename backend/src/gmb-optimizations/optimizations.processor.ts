import { Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { WORKER_OPTIONS } from '../queue/jobs.js';
import { RunProcessor } from '../runs/run.processor.js';
import { OptimizationRunner } from './optimization-runner.js';

/** Hands optimization jobs to the runner. */
@Processor('optimizations', WORKER_OPTIONS)
export class OptimizationsProcessor extends RunProcessor {
  constructor(runner: OptimizationRunner, @Inject(CONFIG) config: Config) {
    super(runner, config);
  }
}
