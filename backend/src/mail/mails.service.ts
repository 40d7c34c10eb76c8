import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { lockRowFor, whereWithin } from '../access/look-ups.js';
import { Agency } from '../agencies/agency.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Config } from '../config.js';
import { DEFAULT_LANGUAGE } from '../contract/languages.js';
import { SENDABLE_STATES, type MailKind } from '../contract/mail-kinds.js';
import type { MailPreview, MailPreviewQuery, MailServerView, MailsQuery, MailView } from '../contract/mails.js';
import { readSamplePhoto, SAMPLE_PHOTOS } from '../pictures/sample-photos.js';
import { CONFIG } from '../platform/config.module.js';
import { getRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { AppError, conflict } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import { Limits } from '../platform/limits/limits.js';
import { Mailer } from '../platform/mail/mailer.js';
import { sanitizeText, shortenSentence } from '../platform/sanitize-text.js';
import { Storage } from '../platform/storage/storage.js';
import { User } from '../users/user.entity.js';
import type { MailBrand } from './mail-content.js';
import { MAIL_CATALOGUE, type MailCatalogue } from './mail-descriptor.js';
import { pictureReader, type ReadPicture } from './mail-pictures.js';
import { Mail } from './mail.entity.js';
import { Recipient } from './recipient.entity.js';
import { renderMail, type RenderedMail } from './render-mail.js';
import { SAMPLE_FILE_PREFIX } from './sample.js';
import { platformBrand } from './staff-mail.js';
import { stopUrl } from './mail-stops.js';

/** Timeout of a test mail, in milliseconds. */
const TEST_MS = 30_000;

/** The outbox, previews and test mails. */
@Injectable()
export class MailsService {
  constructor(
    private readonly db: DataSource,
    private readonly mailer: Mailer,
    private readonly storage: Storage,
    private readonly limits: Limits,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MAIL_CATALOGUE) private readonly mails: MailCatalogue,
  ) {}

  /** A page of the outbox, newest first. */
  async list({ state, limit, offset }: MailsQuery, by: Actor): Promise<Page<MailView>> {
    const [mails, total] = await this.db.manager.findAndCount(Mail, {
      where: { ...whereWithin(by, Mail), ...(state && { state }) },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    return { items: await presentMails(this.db.manager, mails), total };
  }

  async server(): Promise<MailServerView> {
    const { sender } = this.mailer;
    return { sender, problem: sender && (await this.findProblem()) };
  }

  /** @param origin of the product, for URLs in the mail */
  async preview(
    { kind = 'invitation', language = DEFAULT_LANGUAGE }: MailPreviewQuery,
    origin: string,
    by: Actor,
  ): Promise<MailPreview> {
    const { subject, html, text, pictures } = await this.renderSample(kind, language, origin, by);
    const shown = pictures.reduce(
      (page, { cid, contentType, content }) =>
        page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
      html,
    );
    return { subject, html: shown, text };
  }

  /**
   * Sends a member of staff an invitation with made-up facts, and waits for the server's answer.
   * @throws AppError 409 NO_MAIL_SERVER, 429, 502 MAIL_FAILED with the server's own sentence
   */
  async sendTest(by: StaffActor, origin: string): Promise<void> {
    const { userId, name } = by;
    this.requireServer();
    const { email } = await getRow(this.db.manager, User, userId);
    await this.limits.consume('staffMail', email.toLowerCase());
    const rendered = await this.renderSample('invitation', DEFAULT_LANGUAGE, origin, by);
    const messageId = this.mailer.messageIdOf(randomUUID());
    const mail = { ...rendered, messageId, to: { name: sanitizeText(name), address: email }, stopUrl: null };
    const result = await this.mailer.send(mail, AbortSignal.timeout(TEST_MS)).catch(() => null);
    if (result?.state === 'sent') return;
    throw new AppError(
      502,
      'MAIL_FAILED',
      shortenSentence(result?.sentence ?? 'The mail server did not answer in time.'),
    );
  }

  /**
   * Sends a mail again that was not sent, with the same Message-ID; also to an address that the mail server refused
   * before.
   * @throws AppError 404, 409 NO_MAIL_SERVER, MAIL_SENT
   */
  async sendAgain(id: string, by: Actor): Promise<MailView> {
    return this.db.transaction(async (manager) => {
      const mail = await lockRowFor(by, manager, Mail, id);
      this.requireServer();
      if (!SENDABLE_STATES.includes(mail.state)) throw conflict('MAIL_SENT', 'This mail was sent, or is about to be.');
      await manager.update(Recipient, { id: mail.recipientId }, { refusedAt: null, refusal: '' });
      const messageId = mail.messageId ?? this.mailer.messageIdOf(id);
      const waiting = {
        state: 'waiting',
        error: '',
        attempts: 0,
        messageId,
        dueAt: () => 'clock_timestamp()',
      } as const;
      await manager.update(Mail, { id }, waiting);
      await publish(manager, 'mail.changed', { mailId: id });
      return (await presentMails(manager, [await manager.findOneByOrFail(Mail, { id })]))[0]!;
    });
  }

  private async findProblem(): Promise<string | null> {
    const problem = await this.mailer.check();
    return problem && shortenSentence(problem);
  }

  private requireServer(): void {
    if (this.mailer.isConfigured) return;
    throw conflict('NO_MAIL_SERVER', 'No mail server is configured: set SMTP_URL and MAIL_FROM first.');
  }

  private async renderSample(
    kind: MailKind,
    language: Mail['language'],
    requested: string,
    by: Actor,
  ): Promise<RenderedMail> {
    const origin = this.config.publicUrl ? new URL(this.config.publicUrl).origin : requested;
    const descriptor = this.mails[kind];
    const facts = descriptor.sample({ brand: await sampleBrand(this.db.manager, by), origin });
    const stop = descriptor.to === 'reviewer' ? stopUrl(origin, 'example') : null;
    return renderMail(withSamplePictures(pictureReader(this.storage)), descriptor, { language, facts, stopUrl: stop });
  }
}

/** The brand of the oldest agency within the scope; without one, the platform's. */
async function sampleBrand(manager: EntityManager, by: Actor): Promise<MailBrand> {
  const [agency] = await manager.find(Agency, { where: whereWithin(by, Agency), order: { createdAt: 'ASC' }, take: 1 });
  if (!agency) return platformBrand(manager);
  const { name, primaryColor, logoFileId, postalAddress } = agency;
  return { name, primaryColor, logoFileId, postalAddress };
}

/** Reads pictures of samples from the product's own files. */
function withSamplePictures(read: ReadPicture): ReadPicture {
  return (key) => {
    const number = new RegExp(`/${SAMPLE_FILE_PREFIX}(\\d+)/`).exec(key)?.[1];
    return number === undefined ? read(key) : readSamplePhoto(SAMPLE_PHOTOS[Number(number) % SAMPLE_PHOTOS.length]!);
  };
}

async function presentMails(manager: EntityManager, mails: Mail[]): Promise<MailView[]> {
  const ids = mails.flatMap(({ clientId }) => clientId ?? []);
  const clients = await manager.find(Client, { where: { id: In(ids) }, select: { id: true, business: true } });
  const recipients = await manager.findBy(Recipient, { id: In(mails.map(({ recipientId }) => recipientId)) });
  const emails = new Map(recipients.map(({ id, email }) => [id, email]));
  const businesses = new Map(clients.map(({ id, business }) => [id, business]));
  return mails.map(({ id, kind, language, recipientId, clientId, state, error, attempts, ...times }) => ({
    id,
    kind,
    language,
    email: emails.get(recipientId)!,
    business: (clientId && businesses.get(clientId)) ?? null,
    state,
    error: shortenSentence(error),
    attempts,
    dueAt: times.dueAt.toISOString(),
    sentAt: times.sentAt?.toISOString() ?? null,
    createdAt: times.createdAt.toISOString(),
  }));
}
