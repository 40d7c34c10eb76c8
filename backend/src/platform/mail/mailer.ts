import {
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../../config.js';
import { isEmailAddress } from '../../contract/email.js';
import { CONFIG } from '../config.module.js';
import { messageOf } from '../operator-error.js';
import { sanitizeSentence } from '../sanitize-text.js';

/** Timeouts of one SMTP conversation, in milliseconds. */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const SILENCE_MS = 30_000;
const SEND_MS = 60_000;
/** Connections of one process, which are kept open between mails. */
const CONNECTIONS = 4;

/** A picture that a mail carries. */
export interface MailPicture {
  cid: string;
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  /** In angle brackets; the same at each attempt. */
  messageId: string;
  to: { name: string; address: string };
  /** What the recipient reads as the sender's name; the address is that of `MAIL_FROM`. */
  fromName: string;
  replyTo: { name: string; address: string } | null;
  subject: string;
  html: string;
  text: string;
  /** Pictures, which the HTML shows by `cid:…`. */
  pictures: MailPicture[];
  /** URL for unsubscribing with one click (RFC 8058); `null` for mails without. */
  stopUrl: string | null;
}

/**
 * The result of an attempt to send. `refused` is permanent: for the `address`, or for this mail only. `delayed` may
 * be retried: the server refused temporarily, or could not be reached.
 */
export type SendResult =
  | { state: 'sent' }
  | { state: 'refused'; what: 'address' | 'mail'; sentence: string }
  | { state: 'delayed'; sentence: string };

/** Sends mails over SMTP. */
@Injectable()
export class Mailer implements OnApplicationBootstrap, OnApplicationShutdown {
  private transport: Transporter | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Whether a mail server is configured. */
  get isConfigured(): boolean {
    return this.config.mail !== undefined;
  }

  /** The address that mails come from; `null` while no server is configured. */
  get sender(): { name: string; address: string } | null {
    return this.config.mail?.from ?? null;
  }

  /** The Message-ID of a mail with this id. */
  messageIdOf(id: string): string {
    return `<${id}@${this.config.mail!.from.address.split('@').at(-1)}>`;
  }

  /**
   * Hands a mail to the server. Takes a minute at most.
   * @throws the signal's reason
   */
  async send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> {
    if (!isEmailAddress(mail.to.address))
      return { state: 'refused', what: 'address', sentence: 'It is no e-mail address.' };
    try {
      await this.open().sendMail({
        messageId: mail.messageId,
        from: { name: mail.fromName, address: this.config.mail!.from.address },
        to: mail.to,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        attachments: mail.pictures.map(({ cid, fileName, contentType, content }) => ({
          cid,
          filename: fileName,
          contentType,
          content,
          contentDisposition: 'inline' as const,
        })),
        headers: {
          // Asks mail programs not to send automatic replies.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(mail.stopUrl && {
            'List-Unsubscribe': `<${mail.stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]),
      });
      return { state: 'sent' };
    } catch (error) {
      signal.throwIfAborted();
      return resultOf(error);
    }
  }

  /** Connects and signs in. @returns why that is not possible; `null` when it is */
  async check(): Promise<string | null> {
    try {
      await this.open().verify();
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  onApplicationBootstrap(): void {
    if (this.config.mail?.tls !== 'waived') return;
    const { host } = new URL(this.config.mail.smtpUrl);
    new Logger('Mail').warn(
      `SMTP_URL ends with ?insecure=1: its password is sent to ${host} in clear text if that server offers no TLS`,
    );
  }

  onApplicationShutdown(): void {
    this.transport?.close({ force: true });
  }

  private open(): Transporter {
    this.transport ??= createTransport({
      ...connectionOf(this.config.mail!.smtpUrl),
      requireTLS: this.config.mail!.tls === 'required',
      pool: true,
      maxConnections: CONNECTIONS,
      // The run retries, with its own backoff.
      maxRequeues: 0,
      dnsTimeout: CONNECT_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return this.transport;
  }
}

function connectionOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    ...(user && { auth: { user, pass } }),
  };
}

interface SmtpError {
  responseCode?: number;
  command?: string;
  response?: string;
  code?: string;
}

function resultOf(error: unknown): SendResult {
  const { responseCode = 0, command = '', code = '' } = error as SmtpError;
  const sentence = sentenceOf(error);
  // Not about the mail: 503 (order of commands), a wrong password and missing TLS. A retry may succeed once they are
  // fixed.
  const isFinal = responseCode >= 500 && responseCode !== 503 && code !== 'EAUTH' && code !== 'ETLS';
  if (!isFinal) return { state: 'delayed', sentence };
  return { state: 'refused', what: command.startsWith('RCPT') ? 'address' : 'mail', sentence };
}

const NO_TLS =
  'The mail server offers no TLS that works, and a password is sent over TLS only: use smtps, or add ?insecure=1 to SMTP_URL.';

/** The server's response; without one, the network error. */
function sentenceOf(error: unknown): string {
  if ((error as SmtpError).code === 'ETLS') return NO_TLS;
  return sanitizeSentence((error as SmtpError).response ?? '') || sanitizeSentence(messageOf(error));
}

@Global()
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailerModule {}
