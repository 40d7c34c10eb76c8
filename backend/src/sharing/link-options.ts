import type { LinkOptionsBody } from '../contract/links.js';
import { hashPassword } from '../users/passwords.js';
import type { ReviewLink } from './review-link.entity.js';

/** Writes what holds for a link; what is missing stays. Another passcode also unlocks it. */
export function applyOptions(
  link: ReviewLink,
  { mayDecide, expiresAt }: LinkOptionsBody,
  passcodeHash: string | undefined,
): void {
  Object.assign(link, {
    ...(mayDecide !== undefined && { mayDecide }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(passcodeHash !== undefined && { passcodeHash }),
  });
  if (passcodeHash !== undefined) link.unlock();
}

/** What a link keeps of a passcode: `undefined` to leave the one that it has, `''` for none. */
export async function hashOfPasscode(passcode: string | null | undefined): Promise<string | undefined> {
  if (passcode === undefined) return undefined;
  return passcode ? hashPassword(passcode) : '';
}
