import type { QueueName } from '../queue/jobs.js';

/** The table whose rows each queue's jobs are about. */
export const RUN_TABLES: Record<QueueName, string> = { captions: 'caption_runs', optimizations: 'optimization_runs' };
