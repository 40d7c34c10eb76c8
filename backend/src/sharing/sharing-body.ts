import type { ShareTargetPath, UpdateSharingBody } from '../contract/links.js';
import { invalid } from '../platform/http/errors.js';

/** @throws AppError 400 for default reminders of a single review: they exist for clients only */
export function refuseRemindersOfReview(
  path: ShareTargetPath,
  reminders: Pick<UpdateSharingBody, 'reminderDays' | 'reminderText'>,
): void {
  if (path === 'clients') return;
  const given = Object.entries(reminders).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw invalid(
    given.map(([field]) => ({ field, message: `${field} belongs to a client; what is shared has its own` })),
  );
}

/** @throws AppError 400 for a due date of a client: due dates exist for single reviews only */
export function refuseDueDateOfClient(path: ShareTargetPath, dueOn: string | null | undefined): void {
  if (path !== 'clients' || dueOn === undefined) return;
  throw invalid([{ field: 'dueOn', message: 'dueOn belongs to a moment or an optimization, not to a client' }]);
}
