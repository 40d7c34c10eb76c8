import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Section } from '../contract/statuses.js';
import { idOf, type Subject } from '../history/subject.js';
import { Outbox } from '../mail/outbox.js';
import { planReminders } from '../links/reminders.js';
import { findDeciders } from './deciders.queries.js';

/**
 * Why something waits for a decision again, by the id of the image or the name of the section: the client had decided on it,
 * or had not seen it. Also the facts of the mail, where more is added while it waits.
 */
export type NewInRound = Record<string, 'changed' | 'added'>;

/** Mails the reviewers of what was shared that there is more to decide, and plans their reminders again. */
@Injectable()
export class NewRounds {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Adds a mail to each reviewer with an address whose link opens this and lets them decide, after all other changes of the
   * transaction.
   */
  async add(manager: EntityManager, subject: Subject, items: NewInRound): Promise<void> {
    if (Object.keys(items).length === 0) return;
    for (const decider of await findDeciders(manager, subject)) {
      const { linkId, to, language, clientId, ofMoment: momentId, ofOptimization: optimizationId } = decider;
      await this.outbox.add(manager, {
        kind: 'newRound',
        to,
        language,
        subject: `round:${linkId}:${idOf(subject)}`,
        ...subject,
        clientId,
        linkId,
        facts: items,
      });
      const about = { to, language, clientId, momentId, optimizationId, linkId };
      await planReminders(manager, this.outbox, { about, timeZone: decider.timeZone, days: decider.reminderDays });
    }
  }
}

/** What a client may decide on, as it is before or after a change. */
interface Decidable {
  section: Section;
  suggestion: string;
  review: { status: string };
}

/** The sections with a suggestion that wait for a decision now and did not before. */
export function newSections(before: Map<Section, 'waiting' | 'decided' | 'none'>, now: Decidable[]): NewInRound {
  const waiting = now.filter((section) => stateOf(section) === 'waiting' && before.get(section.section) !== 'waiting');
  return Object.fromEntries(
    waiting.map(({ section }) => [section, before.get(section) === 'decided' ? 'changed' : 'added']),
  );
}

/** How each section stands, to be compared after a change. */
export function sectionStates(sections: Decidable[]): Map<Section, 'waiting' | 'decided' | 'none'> {
  return new Map(sections.map((section) => [section.section, stateOf(section)]));
}

function stateOf({ suggestion, review }: Decidable): 'waiting' | 'decided' | 'none' {
  if (review.status !== 'pending') return 'decided';
  return suggestion === '' ? 'none' : 'waiting';
}
