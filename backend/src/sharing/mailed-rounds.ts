import { Global, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox, OutboxModule } from '../mail/outbox.js';
import { NewRounds, type NewInRound } from '../reviews/new-rounds.js';
import { findDeciders } from './deciders.queries.js';
import { planReminders } from './reminders.js';

/**
 * Mails the reviewers of what was shared that there is more to decide, and plans their reminders again. What comes back the same
 * is not mailed.
 */
@Injectable()
class MailedRounds extends NewRounds {
  constructor(private readonly outbox: Outbox) {
    super();
  }

  /** Adds a mail to each reviewer with an address whose link opens this and lets them decide. */
  async add(manager: EntityManager, reviewId: string, items: NewInRound): Promise<void> {
    if (Object.keys(items).length === 0) return;
    const isNews = Object.values(items).some((why) => why !== 'same');
    for (const decider of await findDeciders(manager, reviewId)) {
      const { linkId, to, language, clientId, opens, timeZone, reminderDays: days } = decider;
      if (isNews) {
        const subject = `round:${linkId}:${reviewId}`;
        const mail = { kind: 'newRound', to, language, subject, reviewId, clientId, linkId, facts: items } as const;
        await this.outbox.add(manager, mail);
      }
      const about = { to, language, clientId, reviewId: opens, linkId };
      await planReminders(manager, this.outbox, { about, timeZone, days });
    }
  }
}

/** Lets what changes reviews, below this folder, say that there is more to decide. */
@Global()
@Module({
  imports: [OutboxModule],
  providers: [{ provide: NewRounds, useClass: MailedRounds }],
  exports: [NewRounds],
})
export class MailedRoundsModule {}
