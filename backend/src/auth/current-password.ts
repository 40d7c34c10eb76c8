import type { Request } from 'express';
import { invalid } from '../platform/http/errors.js';
import type { Limits } from '../platform/limits/limits.js';
import { isPassword } from '../users/passwords.js';
import type { User } from '../users/user.entity.js';

/**
 * Checks the user's current password, before a change of their password or second factors.
 * @throws AppError 400 if it is wrong, 429 after too many wrong ones in this session
 */
export async function requireCurrentPassword(
  limits: Limits,
  { sessionID }: Request,
  { passwordHash }: User,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  await limits.attempt([{ limit: 'currentPassword', key: sessionID }], async () => {
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();
  });
}

export function wrongPassword(): Error {
  return invalid([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
}
