import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import type { MailKind } from '../contract/mail-kinds.js';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';
import type { MailContent } from './mail-content.js';
import type { Mail } from './mail.entity.js';
import type { SampleContext } from './sample.js';
import type { Translator } from './texts/translator.js';
import type { ReviewerMailFacts } from './reviewer-mail.js';
import type { StaffMailFacts } from './staff-mail.js';

/**
 * Defines one kind of mail, in a file `<kind>.mail.ts` of the domain that it is about. A small example; a kind also has a label in
 * `contract/mail-kinds.ts`, texts in `mail/texts/` and a line in `mail-catalogue.ts`:
 *
 * ```ts
 * export const LINK_CLOSED: MailDescriptor<ReviewerMailFacts> = {
 *   to: 'reviewer',
 *   quietMinutes: 0,
 *   load: async (mail, { manager }) => ({ facts: await findClosed(manager, mail.linkId) }),
 *   content: (facts, t) => ({ ...reviewerMail(facts, t, 'linkClosed'), texts: [t.text('linkClosed.text')] }),
 *   sample: sampleReview,
 * };
 *
 * // in the transaction that causes the mail:
 * await this.outbox.add(manager, { kind: 'linkClosed', to, language, dedupeKey: `closed:${linkId}`, clientId, linkId });
 * ```
 * @template Facts the facts that the content is made from: plain data
 * @template StoredFacts the facts that are stored with the mail when it is added: `facts` of `Outbox.add`
 */
export interface MailDescriptor<Facts extends MailFacts = MailFacts, StoredFacts extends object = object> {
  /** Reviewers can unsubscribe; staff choose which mails they get. */
  to: 'reviewer' | 'staff';
  /** Minutes that a mail waits after its last addition, so that several causes become one mail. */
  quietMinutes: number;
  /**
   * Loads the facts when the mail is sent, so that they are current. Without it, the stored facts are used.
   */
  load?(mail: Mail<StoredFacts>, from: MailContext): Promise<LoadedFacts<Facts>>;
  /** Makes the content in the language of `t`. */
  content(facts: Facts, t: Translator): MailContent;
  /** Made-up facts, for previews. */
  sample(about: SampleContext): Facts;
}

export type MailFacts = ReviewerMailFacts | StaffMailFacts;

export type LoadedFacts<Facts> =
  | { facts: Facts }
  /** The mail is not sent; why, as a sentence for staff. */
  | { drop: string }
  /** The mail is sent later. */
  | { until: Date };

/** What `MailDescriptor.load` reads facts with. */
export interface MailContext {
  manager: EntityManager;
  tokens: SignedTokens;
  config: Config;
}

/** The descriptor of each kind: `mail-catalogue.ts`. */
export type MailCatalogue = Record<MailKind, MailDescriptor>;
export const MAIL_CATALOGUE = Symbol('all kinds of mail');
