import { AppError } from '../common/errors.js';
import { isDatabaseDown } from '../database/outage.js';

/** Whether the storage or the database is down: a run waits for it instead of failing item by item. */
export function isOutage(error: unknown): boolean {
  return isDatabaseDown(error) || (error instanceof AppError && error.getStatus() === 503);
}
