import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { publish } from '../platform/events/publish.js';
import { Mailer, type SendResult } from '../platform/mail/mailer.js';
import { outsideText, shownSentence } from '../platform/outside-text.js';
import { Storage } from '../platform/storage/storage.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { reason, ReasonedError, type Reason } from '../runs/reason.js';
import type { RunItem } from '../runs/run.entity.js';
import {
  type ItemEnd,
  type ItemInput,
  type LoadedItem,
  type Outcome,
  type RunAndItem,
  type RunHandler,
  type RunKind,
} from '../runs/run-kind.js';
import { MAIL_CATALOGUE, type LoadedFacts, type MailCatalogue, type MailFacts } from './mail-descriptor.js';
import { readFrom } from './mail-pictures.js';
import { Mail } from './mail.entity.js';
import { Recipient } from './recipient.entity.js';
import { renderMail } from './render-mail.js';
import { stopUrl } from './mail-stops.js';

/** Minutes until a mail is tried again that the server did not take for now: a day in all. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 480];

/** Mails of one recipient, in their order; an item's key is the mail's id. */
export const MAILS: RunKind = {
  name: 'mails',
  subject: Recipient,
  attempts: BACKOFF_MINUTES.length + 1,
  backoffSeconds: (attempt) => BACKOFF_MINUTES[attempt - 1]! * 60,
};

/** What is to be done with a mail. */
type Plan = { mail: Mail } & ({ send: MailFacts } | { drop: string } | { until: Date } | { error: unknown });
type SendOutcome = SendResult | { state: 'dropped'; why: string } | { state: 'later'; until: Date };

const GONE = reason('NOT_FOUND', 'Mail not found');
const NOT_WAITING = reason('NOT_FOUND', 'This mail does not wait any more.');
const DROPPED = reason('MAIL_FAILED', 'This mail was no longer to be sent.');
const UNSAVED = 'It was tried, and what became of that could not be noted.';
const LATER = reason('MAIL_FAILED', 'This mail is to be sent later.');

/** Sends mails of every kind. What was changed since a mail was added counts: `load` of its kind reads the facts as it is sent. */
@Injectable()
export class MailsHandler implements RunHandler<object, object, Plan, SendOutcome> {
  readonly concurrency = 1;

  constructor(
    private readonly db: DataSource,
    private readonly mailer: Mailer,
    private readonly storage: Storage,
    private readonly tokens: SignedTokens,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MAIL_CATALOGUE) private readonly mails: MailCatalogue,
  ) {}

  /** One after the other: a mail that has to wait keeps those after it. */
  inGroups(items: RunItem[]): RunItem[][] {
    return items.map((item) => [item]);
  }

  async load({ item }: RunAndItem<object, object>): Promise<ItemInput<Plan> | { skip: Reason }> {
    const mail = await this.db.manager.findOne(Mail, { where: { id: item.key }, relations: { recipient: true } });
    if (!mail) return { skip: GONE };
    if (mail.state !== 'waiting') return { skip: NOT_WAITING };
    // Thrown by `perform`, so that `save` records it: a mail that stayed due would be begun again and again.
    const input = await this.plan(mail).catch((error: unknown): Plan => ({ mail, error }));
    const failureText = `The mail to ${mail.recipient.email} could not be sent`;
    return { input, failureText, where: `mail ${mail.id}` };
  }

  async perform({ input }: LoadedItem<object, object, Plan>, signal: AbortSignal): Promise<SendOutcome> {
    const { mail } = input;
    if ('error' in input) throw input.error;
    if ('drop' in input) return { state: 'dropped', why: input.drop };
    if ('until' in input) return { state: 'later', until: input.until };
    const { kind, language, recipient } = mail;
    const { send: facts } = input;
    const stop = this.mails[kind].to === 'reviewer' ? stopUrl(facts.address, recipient.stopToken) : null;
    const rendered = await renderMail(readFrom(this.storage), this.mails[kind], { language, facts, stopUrl: stop });
    const to = { name: outsideText(nameOf(facts)), address: recipient.email };
    // Only now: what the storage does not give was no attempt.
    await this.begin(mail);
    return this.mailer.send({ ...rendered, messageId: mail.messageId!, to, stopUrl: stop }, signal);
  }

  async save(
    manager: EntityManager,
    { item, input: { mail } }: LoadedItem<object, object, Plan>,
    outcome: Outcome<SendOutcome>,
  ): Promise<ItemEnd> {
    const write = (changes: object) => manager.update(Mail, { id: mail.id }, changes);
    if ('failure' in outcome) {
      await write({ state: 'failed', error: outcome.failure.message });
      return { state: 'failed', reason: outcome.failure };
    }
    const done = outcome.output;
    const now = () => 'clock_timestamp()';
    switch (done.state) {
      case 'sent':
        await write({ state: 'sent', sentAt: now, error: '' });
        return { state: 'done' };
      case 'dropped':
        await write({ state: 'dropped', error: done.why });
        return { state: 'skipped', reason: DROPPED };
      case 'later':
        await write(await this.openAgain(manager, mail, done.until));
        return { state: 'skipped', reason: LATER };
      case 'refused':
        if (done.what === 'address') await this.markRefused(manager, mail, done.sentence);
        await write({ state: 'failed', error: done.sentence });
        return { state: 'failed', reason: notTaken(done.sentence) };
      case 'delayed': {
        const isLast = item.attempts + 1 >= MAILS.attempts;
        await write({ state: isLast ? 'failed' : 'waiting', error: done.sentence });
        return { state: 'retry', reason: notTaken(done.sentence) };
      }
    }
  }

  /** Puts a mail off that was not tried, and can be skipped and added to again, unless the same was added meanwhile. */
  private async openAgain(manager: EntityManager, mail: Mail, dueAt: Date): Promise<Partial<Mail>> {
    const { recipientId, kind, dedupeKey } = mail;
    const added = { recipientId, kind, dedupeKey, state: In(['waiting', 'unsent']), messageId: IsNull() };
    if (await manager.existsBy(Mail, added)) return { state: 'dropped', error: 'It was planned again.' };
    return { dueAt, messageId: null };
  }

  /** Stops all mails to the address. Staff read the reason beside the links of its reviewers. */
  private async markRefused(manager: EntityManager, mail: Mail, refusal: string): Promise<void> {
    const refusedAt = () => 'clock_timestamp()';
    await manager.update(Recipient, { id: mail.recipientId }, { refusedAt, refusal });
    const { clientId, reviewId } = mail;
    if (clientId) await publish(manager, 'sharing.changed', { clientId, reviewId });
  }

  private async plan(mail: Mail): Promise<Plan> {
    const { refusedAt, refusal, stoppedAt } = mail.recipient;
    if (refusedAt) return { mail, drop: `The mail server refused this address before: ${shownSentence(refusal)}` };
    if (stoppedAt && this.mails[mail.kind].to === 'reviewer')
      return { mail, drop: 'The holder of this address has stopped these mails.' };
    await this.fixMessageId(mail);
    const answer = await this.factsOf(mail);
    return 'facts' in answer ? { mail, send: answer.facts } : { mail, ...answer };
  }

  /** Closes the mail to additions: from now on, what is added about the same is another mail. */
  private async fixMessageId(mail: Mail): Promise<void> {
    if (mail.messageId !== null) return;
    mail.messageId = this.mailer.messageIdOf(mail.id);
    await this.db.manager.update(Mail, { id: mail.id, messageId: IsNull() }, { messageId: mail.messageId });
  }

  /**
   * Counts the attempt and puts the next one off, before the mail is sent: neither a worker that dies nor a result that cannot
   * be saved makes it leave for ever.
   * @throws ReasonedError after the last attempt
   */
  private async begin(mail: Mail): Promise<void> {
    if (mail.attempts >= MAILS.attempts) throw new ReasonedError(mail.error || UNSAVED, { code: 'MAIL_FAILED' });
    const attempts = mail.attempts + 1;
    const minutes = BACKOFF_MINUTES[attempts - 1] ?? BACKOFF_MINUTES.at(-1)!;
    const dueAt = () => `clock_timestamp() + interval '${minutes} minutes'`;
    const error = mail.error || (mail.attempts > 0 ? UNSAVED : '');
    await this.db.manager.update(Mail, { id: mail.id }, { attempts, dueAt, error });
  }

  private async factsOf(mail: Mail): Promise<LoadedFacts<MailFacts>> {
    const { manager } = this.db;
    const { facts } = await manager.findOneByOrFail(Mail, { id: mail.id });
    mail.facts = facts;
    const { load } = this.mails[mail.kind];
    return load ? load(mail, { manager, tokens: this.tokens, config: this.config }) : { facts: facts as MailFacts };
  }
}

function notTaken(sentence: string): Reason {
  return { code: 'MAIL_FAILED', message: 'The mail server did not take this mail.', detail: sentence };
}

function nameOf(facts: MailFacts): string {
  return 'reviewer' in facts ? facts.reviewer.name : facts.user.name;
}
