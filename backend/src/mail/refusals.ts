import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { Recipient } from './recipient.entity.js';

/** Why nothing is sent to those of these addresses that the mail server refused for good, in its own words. */
export async function findRefusals(manager: EntityManager, emails: string[]): Promise<Map<string, string>> {
  const where = { email: In(emails.filter(Boolean)), refusedAt: Not(IsNull()) };
  const refused = await manager.find(Recipient, { where, select: { id: true, email: true, refusal: true } });
  return new Map(refused.map(({ email, refusal }) => [email, refusal]));
}

/** Lets mails to an address be sent again. */
export async function clearRefusal(manager: EntityManager, email: string): Promise<void> {
  await manager.update(Recipient, { email, refusedAt: Not(IsNull()) }, { refusedAt: null, refusal: '' });
}
