import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import type { MailKind } from '../contract/mail-kinds.js';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';
import type { MailContent } from './mail-content.js';
import type { Mail } from './mail.entity.js';
import type { Sample } from './sample.js';
import type { Say } from './texts/say.js';
import type { ToReviewer } from './to-reviewer.js';
import type { ToStaff } from './to-staff.js';

/**
 * Everything about one kind of mail: a file `<kind>.mail.ts` in the domain that it is about. The smallest one, besides its label in
 * `contract/mail-kinds.ts`, its texts in `mail/texts/` and its line in `mail-catalogue.ts`:
 *
 * ```ts
 * export const LINK_CLOSED: MailDescriptor<ToReviewer> = {
 *   to: 'reviewer',
 *   quietMinutes: 0,
 *   load: async (mail, { manager }) => ({ facts: await findClosed(manager, mail.linkId) }),
 *   content: (facts, say) => ({ ...toReviewer(facts, say, 'linkClosed'), texts: [say.text('linkClosed.text')] }),
 *   sample: sampleReview,
 * };
 *
 * // in the transaction of its cause:
 * await this.outbox.add(manager, { kind: 'linkClosed', to, language, dedupeKey: `closed:${linkId}`, clientId, linkId });
 * ```
 * @template Facts what it says: plain data
 * @template Given what is given as it is added: `facts` of `Outbox.add`
 */
export interface MailDescriptor<Facts extends MailFacts = MailFacts, Given extends object = object> {
  /** Reviewers can stop their mails; staff choose which ones they get. */
  to: 'reviewer' | 'staff';
  /** For how many minutes without a further one it waits, so that they become one mail. */
  quietMinutes: number;
  /**
   * Reads what it says as it is about to be sent, so that what changed since it was added counts. Without it the mail says what was given.
   */
  load?(mail: Mail<Given>, from: MailRecords): Promise<LoadedFacts<Facts>>;
  /** What it says in a language. */
  content(facts: Facts, say: Say): MailContent;
  /** Made-up facts, for previews. */
  sample(about: Sample): Facts;
}

export type MailFacts = ToReviewer | ToStaff;

export type LoadedFacts<Facts> =
  | { facts: Facts }
  /** It is no longer to be sent; a sentence for staff. */
  | { drop: string }
  /** It is to be sent later. */
  | { until: Date };

/** Where the facts of mails are read. */
export interface MailRecords {
  manager: EntityManager;
  tokens: SignedTokens;
  config: Config;
}

/** The descriptor of each kind: `mail-catalogue.ts`. */
export type MailCatalogue = Record<MailKind, MailDescriptor>;
export const MAIL_CATALOGUE = Symbol('all kinds of mail');
