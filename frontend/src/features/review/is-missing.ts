import { HttpError } from '../../lib/http';

/** Whether a read failed because the link leads nowhere. */
export function isMissing(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404;
}
