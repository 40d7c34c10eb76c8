import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import { Mail } from '../mail/mail.entity.js';
import type { NewMail, Outbox } from '../mail/outbox.js';
import { reminderTimes, startOfToday } from './working-hours.js';

/** A link whose reviewer is loaded. */
interface LinkToRemind {
  id: string;
  /** `null` if it opens all work of the client. */
  reviewId: string | null;
  reviewer?: { email: string; language: Language; clientId: string };
}

/** The link to plan reminders for, and when. */
export interface ReminderPlan {
  about: Pick<NewMail, 'to' | 'language' | 'clientId' | 'reviewId'> & { linkId: string };
  /** IANA name of the reviewer's time zone. */
  timeZone: string;
  /** After how many days from now. */
  days: number[];
}

/** The recipient and the references of a mail about a link, for the outbox. */
export function mailFieldsOfLink({ id, reviewId, reviewer }: LinkToRemind) {
  const { email: to, language, clientId } = reviewer!;
  return { to, language, clientId, reviewId, linkId: id };
}

/**
 * Plans the reminders of a link, one a day, and reschedules those that are planned already. A reminder is dropped if
 * nothing is left to decide when it is due.
 */
export async function planReminders(
  manager: EntityManager,
  outbox: Outbox,
  { about, timeZone, days }: ReminderPlan,
): Promise<void> {
  const times = reminderTimes(new Date(), days, timeZone);
  const keys = times.map((_, index) => `reminder:${about.linkId}:${index + 1}`);
  const others = { ...IS_PLANNED, linkId: about.linkId, dedupeKey: Not(In(keys)) };
  await manager.update(Mail, others, { state: 'dropped', error: REPLANNED });
  for (const [index, dueAt] of times.entries()) {
    const facts = { number: index + 1, of: times.length };
    await outbox.add(manager, { ...about, kind: 'reminder', dedupeKey: keys[index]!, facts, dueAt });
  }
}

/**
 * Whether an address got a reminder today (in the given time zone) from the client's agency. All clients without an
 * agency count as clients of one agency.
 */
export async function isRemindedToday(
  manager: EntityManager,
  { email, clientId, timeZone }: { email: string; clientId: string; timeZone: string },
): Promise<boolean> {
  const [row] = await manager.query<[{ isReminded: boolean }]>(REMINDED_SINCE, [
    email,
    clientId,
    startOfToday(timeZone),
  ]);
  return row.isReminded;
}

const REMINDED_SINCE = `
  SELECT EXISTS (
    SELECT FROM mails m JOIN mail_recipients r ON r."id" = m."recipientId" JOIN clients c ON c."id" = m."clientId"
    WHERE r."email" = $1 AND m."kind" = 'reminder' AND m."state" = 'sent' AND m."sentAt" >= $3
      AND c."agencyId" IS NOT DISTINCT FROM (SELECT "agencyId" FROM clients WHERE "id" = $2)
  ) AS "isReminded"`;

/** Drops the planned reminders of a link. */
export async function dropReminders(manager: EntityManager, linkId: string): Promise<void> {
  await manager.update(Mail, { ...IS_PLANNED, linkId }, { state: 'dropped', error: REPLANNED });
}

const REPLANNED = 'It was planned again, or the link was closed.';

/**
 * Drops the planned mail about a new round of a link, because an invitation with the same content is sent instead.
 */
export async function dropNewRounds(manager: EntityManager, linkId: string): Promise<void> {
  await manager.update(
    Mail,
    { ...IS_PLANNED, kind: 'newRound', linkId },
    { state: 'dropped', error: 'It was shared again.' },
  );
}

/** Drops the next planned reminder of a link. @returns whether there was one */
export async function skipReminder(manager: EntityManager, linkId: string): Promise<boolean> {
  const next = await nextReminder(manager, linkId);
  if (next) await manager.update(Mail, { id: next.id }, { state: 'dropped', error: 'It was skipped.' });
  return next !== null;
}

/** Sends the next planned reminder of a link now; an extra one if none is planned. */
export async function remindNow(manager: EntityManager, outbox: Outbox, link: LinkToRemind): Promise<void> {
  const next = await nextReminder(manager, link.id);
  const { number = 1, of = 1 } = (next?.facts ?? {}) as { number?: number; of?: number };
  await outbox.add(manager, {
    ...mailFieldsOfLink(link),
    kind: 'reminder',
    dedupeKey: next?.dedupeKey ?? `reminder:${link.id}:by-hand`,
    facts: { number, of, isByHand: true },
    dueAt: new Date(),
  });
}

/** When each of these links is reminded next. */
export async function findReminderTimes(manager: EntityManager, linkIds: string[]): Promise<Map<string, Date>> {
  const planned = await manager.find(Mail, {
    where: { ...IS_PLANNED, linkId: In(linkIds) },
    select: { id: true, linkId: true, dueAt: true },
    order: { dueAt: 'DESC' },
  });
  // Later times come first, so that the earliest time of each link overwrites the others.
  return new Map(planned.map(({ linkId, dueAt }) => [linkId!, dueAt]));
}

/** Condition: reminders that nobody has tried to send yet. */
const IS_PLANNED = { kind: 'reminder', state: In(['waiting', 'unsent']), messageId: IsNull() } as const;

function nextReminder(manager: EntityManager, linkId: string): Promise<Mail | null> {
  return manager.findOne(Mail, { where: { ...IS_PLANNED, linkId }, order: { dueAt: 'ASC' } });
}
