import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Section } from '../contract/statuses.js';
import { idOf, type Subject } from '../history/subject.js';
import { Outbox } from '../mail/outbox.js';
import { planReminders } from '../sharing/reminders.js';
import { findDeciders } from './deciders.queries.js';
import type { Reviewed, WhyAgain } from './decision.js';

/**
 * Why something waits for a decision, by the id of the image or the name of the section: the client has not seen it, or it came
 * back to them, changed, answered or the same. Also the facts of the mail, where more is added while it waits.
 */
export type NewInRound = Record<string, WhyAgain | 'added' | 'same'>;

/**
 * Mails the reviewers of what was shared that there is more to decide, and plans their reminders again. What comes back the same
 * is not mailed.
 */
@Injectable()
export class NewRounds {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Adds a mail to each reviewer with an address whose link opens this and lets them decide, after all other changes of the
   * transaction.
   */
  async add(manager: EntityManager, subject: Subject, items: NewInRound): Promise<void> {
    if (Object.keys(items).length === 0) return;
    const isNews = Object.values(items).some((why) => why !== 'same');
    for (const decider of await findDeciders(manager, subject)) {
      const { linkId, to, language, clientId, ofMoment: momentId, ofOptimization: optimizationId } = decider;
      if (isNews) {
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
      }
      const about = { to, language, clientId, momentId, optimizationId, linkId };
      await planReminders(manager, this.outbox, { about, timeZone: decider.timeZone, days: decider.reminderDays });
    }
  }
}

/** What a client may decide on, as it is before or after a change. */
interface Decidable extends Reviewed {
  section: Section;
  suggestion: string;
}

type State = WhyAgain | 'same' | 'decided' | 'none';

/** The sections with a suggestion that wait for a decision now and did not before, or came back the same and are news by now. */
export function newSections(before: Map<Section, State>, now: Decidable[]): NewInRound {
  const items: NewInRound = {};
  for (const section of now) {
    const was = before.get(section.section);
    const is = stateOf(section);
    if (is === 'decided' || is === 'none' || is === was) continue;
    if (was === 'none') items[section.section] = 'added';
    else if (was === 'decided' || is !== 'same') items[section.section] = is;
  }
  return items;
}

/** How each section stands, to be compared after a change. */
export function sectionStates(sections: Decidable[]): Map<Section, State> {
  return new Map(sections.map((section) => [section.section, stateOf(section)]));
}

function stateOf(section: Decidable): State {
  const { review, suggestion } = section;
  if (review.status !== 'pending') return 'decided';
  return suggestion === '' ? 'none' : (review.whyAgain(section) ?? 'same');
}
