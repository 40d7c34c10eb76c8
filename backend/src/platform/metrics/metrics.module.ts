import { Module } from '@nestjs/common';
import { QueueMetrics } from './queue-metrics.js';

/** Metrics of the whole system, which the API measures. Each process also has its own metrics. */
@Module({ providers: [QueueMetrics] })
export class MetricsModule {}
