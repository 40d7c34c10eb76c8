import { Module } from '@nestjs/common';
import { QueueMetrics } from './queue-metrics.js';

/** What the API measures of the whole system; each process measures itself besides. */
@Module({ providers: [QueueMetrics] })
export class MetricsModule {}
