import { changesOf, hiddenChange } from '../audit/audit.js';
import type { AuditChange } from '../contract/audit.js';
import type { LinkOptionsBody } from '../contract/links.js';
import { hashPassword } from '../users/passwords.js';
import type { ReviewLink } from './review-link.entity.js';

/** Sets the options of a link; missing ones stay. A new passcode also unlocks the link. */
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

export type OptionChanges = Partial<Record<'mayDecide' | 'expires' | 'passcode', AuditChange>>;

type LinkOptions = Pick<ReviewLink, 'mayDecide' | 'expiresAt' | 'passcodeHash'>;

/** How the options of a link differ, as the audit log says it. */
export function optionChanges(before: LinkOptions, after: LinkOptions): OptionChanges {
  const passcode = hiddenChange(before.passcodeHash, after.passcodeHash);
  return { ...changesOf(inWords(before), inWords(after)), ...(passcode && { passcode }) };
}

function inWords({ mayDecide, expiresAt }: LinkOptions): Record<'mayDecide' | 'expires', string> {
  return { mayDecide: String(mayDecide), expires: expiresAt?.toISOString() ?? 'never' };
}

/** The hash to store for a passcode: `undefined` leaves the stored one, `''` means no passcode. */
export async function hashOfPasscode(passcode: string | null | undefined): Promise<string | undefined> {
  if (passcode === undefined) return undefined;
  return passcode ? hashPassword(passcode) : '';
}
