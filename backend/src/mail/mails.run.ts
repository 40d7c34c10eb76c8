import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { publish } from '../platform/events/publish.js';
import { Mailer, type SendResult } from '../platform/mail/mailer.js';
import { sanitizeText, shortenSentence } from '../platform/sanitize-text.js';
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
import { pictureReader } from './mail-pictures.js';
import { Mail } from './mail.entity.js';
import { Recipient } from './recipient.entity.js';
import { renderMail } from './render-mail.js';
import { stopUrl } from './mail-stops.js';

/** Minutes between the attempts to send a mail that the server refuses temporarily: a day in total. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 480];

/** A run sends mails of one recipient in order; the key of an item is the mail's id. */
export const MAILS: RunKind = {
  name: 'mails',
  subject: Recipient,
  attempts: BACKOFF_MINUTES.length + 1,
  backoffSeconds: (attempt) => BACKOFF_MINUTES[attempt - 1]! * 60,
};

/** What to do with a mail. */
type SendPlan = { mail: Mail } & ({ send: MailFacts } | { drop: string } | { until: Date } | { error: unknown });
type SendOutcome = SendResult | { state: 'dropped'; why: string } | { state: 'later'; until: Date };

const MAIL_GONE = reason('NOT_FOUND', 'Mail not found');
const NOT_WAITING = reason('NOT_FOUND', 'This mail does not wait any more.');
const DROPPED = reason('MAIL_FAILED', 'This mail was no longer to be sent.');
const RESULT_NOT_SAVED = 'It was tried, and what became of that could not be noted.';
const POSTPONED = reason('MAIL_FAILED', 'This mail is to be sent later.');

/** Sends mails of all kinds. The `load` of a kind reads the facts at the time of sending. */
@Injectable()
export class MailsHandler implements RunHandler<object, object, SendPlan, SendOutcome> {
  readonly concurrency = 1;

  constructor(
    private readonly db: DataSource,
    private readonly mailer: Mailer,
    private readonly storage: Storage,
    private readonly tokens: SignedTokens,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MAIL_CATALOGUE) private readonly mails: MailCatalogue,
  ) {}

  /** Each mail is a group, so that later mails wait for a mail that is retried. */
  inGroups(items: RunItem[]): RunItem[][] {
    return items.map((item) => [item]);
  }

  async load({ item }: RunAndItem<object, object>): Promise<ItemInput<SendPlan> | { skip: Reason }> {
    const mail = await this.db.manager.findOne(Mail, { where: { id: item.key }, relations: { recipient: true } });
    if (!mail) return { skip: MAIL_GONE };
    if (mail.state !== 'waiting') return { skip: NOT_WAITING };
    // `perform` throws the error, so that `save` records it; otherwise the mail would stay due and be tried for ever.
    const input = await this.plan(mail).catch((error: unknown): SendPlan => ({ mail, error }));
    const failureText = `The mail to ${mail.recipient.email} could not be sent`;
    return { input, failureText, where: `mail ${mail.id}` };
  }

  async perform({ input }: LoadedItem<object, object, SendPlan>, signal: AbortSignal): Promise<SendOutcome> {
    const { mail } = input;
    if ('error' in input) throw input.error;
    if ('drop' in input) return { state: 'dropped', why: input.drop };
    if ('until' in input) return { state: 'later', until: input.until };
    const { kind, language, recipient } = mail;
    const { send: facts } = input;
    const stop = this.mails[kind].to === 'reviewer' ? stopUrl(facts.address, recipient.stopToken) : null;
    const rendered = await renderMail(pictureReader(this.storage), this.mails[kind], {
      language,
      facts,
      stopUrl: stop,
    });
    const to = { name: sanitizeText(recipientName(facts)), address: recipient.email };
    // Counted only now: an outage of the storage is not an attempt.
    await this.countAttempt(mail);
    return this.mailer.send({ ...rendered, messageId: mail.messageId!, to, stopUrl: stop }, signal);
  }

  async save(
    manager: EntityManager,
    { item, input: { mail } }: LoadedItem<object, object, SendPlan>,
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
        await write(await this.postpone(manager, mail, done.until));
        return { state: 'skipped', reason: POSTPONED };
      case 'refused':
        if (done.what === 'address') await this.markRefused(manager, mail, done.sentence);
        await write({ state: 'failed', error: done.sentence });
        return { state: 'failed', reason: notAccepted(done.sentence) };
      case 'delayed': {
        const isLast = item.attempts + 1 >= MAILS.attempts;
        await write({ state: isLast ? 'failed' : 'waiting', error: done.sentence });
        return { state: 'retry', reason: notAccepted(done.sentence) };
      }
    }
  }

  /** Postpones a mail, which can be merged and skipped again; drops it if a mail with its key was added meanwhile. */
  private async postpone(manager: EntityManager, mail: Mail, dueAt: Date): Promise<Partial<Mail>> {
    const { recipientId, kind, dedupeKey } = mail;
    const added = { recipientId, kind, dedupeKey, state: In(['waiting', 'unsent']), messageId: IsNull() };
    if (await manager.existsBy(Mail, added)) return { state: 'dropped', error: 'It was planned again.' };
    return { dueAt, messageId: null };
  }

  /** Blocks all mails to the address. Staff see the reason beside the links of its reviewers. */
  private async markRefused(manager: EntityManager, mail: Mail, refusal: string): Promise<void> {
    const refusedAt = () => 'clock_timestamp()';
    await manager.update(Recipient, { id: mail.recipientId }, { refusedAt, refusal });
    const { clientId, reviewId } = mail;
    if (clientId) await publish(manager, 'sharing.changed', { clientId, reviewId });
  }

  private async plan(mail: Mail): Promise<SendPlan> {
    const { refusedAt, refusal, stoppedAt } = mail.recipient;
    if (refusedAt) return { mail, drop: `The mail server refused this address before: ${shortenSentence(refusal)}` };
    if (stoppedAt && this.mails[mail.kind].to === 'reviewer')
      return { mail, drop: 'The holder of this address has stopped these mails.' };
    await this.assignMessageId(mail);
    const answer = await this.loadFacts(mail);
    return 'facts' in answer ? { mail, send: answer.facts } : { mail, ...answer };
  }

  /** Assigns the Message-ID. From now on, mails with the same key are not merged with this one. */
  private async assignMessageId(mail: Mail): Promise<void> {
    if (mail.messageId !== null) return;
    mail.messageId = this.mailer.messageIdOf(mail.id);
    await this.db.manager.update(Mail, { id: mail.id, messageId: IsNull() }, { messageId: mail.messageId });
  }

  /**
   * Counts the attempt and schedules the next one before the mail is sent, so that a worker that dies, or a result
   * that cannot be saved, does not cause endless attempts.
   * @throws ReasonedError after the last attempt
   */
  private async countAttempt(mail: Mail): Promise<void> {
    if (mail.attempts >= MAILS.attempts)
      throw new ReasonedError(mail.error || RESULT_NOT_SAVED, { code: 'MAIL_FAILED' });
    const attempts = mail.attempts + 1;
    const minutes = BACKOFF_MINUTES[attempts - 1] ?? BACKOFF_MINUTES.at(-1)!;
    const dueAt = () => `clock_timestamp() + interval '${minutes} minutes'`;
    const error = mail.error || (mail.attempts > 0 ? RESULT_NOT_SAVED : '');
    await this.db.manager.update(Mail, { id: mail.id }, { attempts, dueAt, error });
  }

  private async loadFacts(mail: Mail): Promise<LoadedFacts<MailFacts>> {
    const { manager } = this.db;
    const { facts } = await manager.findOneByOrFail(Mail, { id: mail.id });
    mail.facts = facts;
    const { load } = this.mails[mail.kind];
    return load ? load(mail, { manager, tokens: this.tokens, config: this.config }) : { facts: facts as MailFacts };
  }
}

function notAccepted(sentence: string): Reason {
  return { code: 'MAIL_FAILED', message: 'The mail server did not take this mail.', detail: sentence };
}

function recipientName(facts: MailFacts): string {
  return 'reviewer' in facts ? facts.reviewer.name : facts.user.name;
}
