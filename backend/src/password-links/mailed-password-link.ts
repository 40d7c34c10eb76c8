import type { MailContext } from '../mail/mail-descriptor.js';
import type { Mail } from '../mail/mail.entity.js';
import { platformBrand, type StaffMailFacts } from '../mail/staff-mail.js';
import { addressOf, whereOpen } from './issue-link.js';
import { PasswordLink } from './password-link.entity.js';

/** Loads the facts of a mail about a password link, at the time of sending; or returns why the mail is dropped. */
export async function readPasswordLink(
  mail: Mail,
  { manager, tokens }: MailContext,
): Promise<{ link: PasswordLink; facts: StaffMailFacts } | { drop: string }> {
  const link = await manager.findOne(PasswordLink, {
    where: whereOpen({ mailId: mail.id }),
    relations: { invitedBy: true },
  });
  if (!link) return { drop: 'Its link was used, replaced or revoked, or has expired.' };
  const address = addressOf(tokens, link);
  if (!address) return { drop: 'The secret of this installation has changed. Please make a new link.' };
  return { link, facts: { user: { name: link.name }, brand: await platformBrand(manager), address } };
}
