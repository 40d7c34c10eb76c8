import { OneOf } from './fields.js';
import { LANGUAGES, type Language } from './languages.js';
import { MAIL_KIND_NAMES, MAIL_STATES, type MailKind, type MailState } from './mail-kinds.js';
import { PageQuery } from './paging.js';

/** Query of `GET /api/mails`. */
export class MailsQuery extends PageQuery {
  @OneOf(MAIL_STATES)
  state?: MailState;
}

/** Query of `GET /api/mail-preview`. */
export class MailPreviewQuery {
  @OneOf(MAIL_KIND_NAMES)
  kind?: MailKind;

  @OneOf(LANGUAGES)
  language?: Language;
}

/** A mail of the outbox, as staff see it. */
export interface MailView {
  id: string;
  kind: MailKind;
  language: Language;
  /** The address that it goes to. */
  email: string;
  /** The client that it is about; `null` where it is about none. */
  business: string | null;
  state: MailState;
  /** Why it was not sent, in the server's own words where it said why; `''` otherwise. */
  error: string;
  /** How often it was tried. */
  attempts: number;
  dueAt: string;
  sentAt: string | null;
  createdAt: string;
}

/** How mails are sent: `GET /api/mail-server`. */
export interface MailServerView {
  /** The address that mails come from; `null` while no server is configured. */
  sender: { name: string; address: string } | null;
  /** Why the server cannot be used right now; `null` when it can, or is not configured. */
  problem: string | null;
}

/** A mail with made-up facts: `GET /api/mail-preview`. */
export interface MailPreview {
  subject: string;
  /** A whole document; its pictures are in it. */
  html: string;
  text: string;
}
