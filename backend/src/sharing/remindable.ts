import type { EntityManager } from 'typeorm';
import { conflict } from '../platform/http/errors.js';
import type { Mailer } from '../platform/mail/mailer.js';
import { findMailBlocksOfReviewers } from './reviewers.service.js';
import { stateOf } from './link-access.js';
import { findDecisionsLeft } from './links.queries.js';
import { isRemindedToday } from '../reviews/reminders.js';
import type { ReviewLink } from './review-link.entity.js';

/**
 * Checks that a reminder about this link can be sent now. The reviewer must be loaded.
 * @throws AppError 409 NO_ADDRESS, LINK_CLOSED unless it is open, NOTHING_TO_DECIDE, NO_MAIL_SERVER, MAILS_STOPPED,
 * REMINDED_TODAY
 */
export async function requireRemindable(
  manager: EntityManager,
  link: ReviewLink,
  mailer: Pick<Mailer, 'isConfigured'>,
): Promise<void> {
  const { name, email } = link.reviewer!;
  if (!email) throw conflict('NO_ADDRESS', `${name} has no e-mail address.`);
  if (stateOf(link) !== 'open') throw conflict('LINK_CLOSED', 'This link does not open now.');
  await requireToDecide(manager, link);
  if (!mailer.isConfigured)
    throw conflict('NO_MAIL_SERVER', `No mail was sent, since no mail server is set up. ${inAnotherWay(name)}`);
  await requireMailed(manager, link);
  if (await isRemindedToday(manager, link.reviewer!))
    throw conflict(
      'REMINDED_TODAY',
      `${name} was reminded today already, of all that waits. One reminder a day is enough.`,
    );
}

async function requireMailed(manager: EntityManager, link: ReviewLink): Promise<void> {
  const { name, email } = link.reviewer!;
  const unmailed = (await findMailBlocksOfReviewers(manager, [link.reviewer!])).get(email);
  if (!unmailed) return;
  throw conflict(
    'MAILS_STOPPED',
    unmailed.refusal
      ? `No mail was sent, since the mail server refused ${email}: “${unmailed.refusal}” Correct the address first.`
      : `No mail was sent, since the holder of ${email} stopped these mails. ${inAnotherWay(name)}`,
  );
}

const inAnotherWay = (name: string): string => `Copy the link, and send it to ${name} in another way.`;

/** @throws AppError 409 NOTHING_TO_DECIDE if the reviewer has nothing to decide by this link */
async function requireToDecide(manager: EntityManager, link: ReviewLink): Promise<void> {
  const { name, clientId } = link.reviewer!;
  if (!link.mayDecide) throw conflict('NOTHING_TO_DECIDE', `By this link ${name} may look, but not decide.`);
  const { left } = await findDecisionsLeft(manager, link, clientId);
  if (left > 0) return;
  throw conflict('NOTHING_TO_DECIDE', `Everything is decided, so there is nothing to remind ${name} of.`);
}
