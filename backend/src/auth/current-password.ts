import type { Request } from 'express';
import { invalid } from '../platform/http/errors.js';
import type { Limits } from '../platform/limits/limits.js';
import { isPassword } from '../users/passwords.js';
import type { User } from '../users/user.entity.js';

/**
 * Requires the user's password before what they sign in with is changed.
 * @throws AppError 400 for a wrong one, 429 after too many of them in this session
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
