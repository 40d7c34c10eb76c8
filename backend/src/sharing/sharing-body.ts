import type { SharedPath, UpdateSharingBody } from '../contract/links.js';
import { invalid } from '../platform/http/errors.js';

/** @throws AppError 400 for reminders of one moment or optimization, which are chosen as it is shared */
export function refuseReminders(
  path: SharedPath,
  reminders: Pick<UpdateSharingBody, 'reminderDays' | 'reminderText'>,
): void {
  if (path === 'clients') return;
  const given = Object.entries(reminders).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw invalid(
    given.map(([field]) => ({ field, message: `${field} belongs to a client; what is shared has its own` })),
  );
}

/** @throws AppError 400 for a day by which all work of a client would be decided */
export function refuseDay(path: SharedPath, dueOn: string | null | undefined): void {
  if (path !== 'clients' || dueOn === undefined) return;
  throw invalid([{ field: 'dueOn', message: 'dueOn belongs to a moment or an optimization, not to a client' }]);
}
