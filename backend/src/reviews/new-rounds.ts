import type { EntityManager } from 'typeorm';
import type { WhyAgain } from './decision.js';

/**
 * Why items wait for a decision, by their ids: the client has not seen one, or it came back to them, changed, answered or the same.
 * Also the facts of the mail, where more is added while it waits.
 */
export type NewInRound = Record<string, WhyAgain | 'added' | 'same'>;

/** Told that there is more to decide, after all other changes of the transaction. Who mails reviewers implements it. */
export abstract class NewRounds {
  abstract add(manager: EntityManager, reviewId: string, items: NewInRound): Promise<void>;
}
