import type { Language } from '../contract/languages.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import { outsideText } from '../platform/outside-text.js';
import type { MailDescriptor, MailFacts } from './mail-descriptor.js';
import { drawHtml } from './mail-html.js';
import { mailPictures, type ReadPicture } from './mail-pictures.js';
import { drawText } from './mail-text.js';
import { Say } from './texts/say.js';

/** A mail as it is read. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  fromName: string;
  replyTo: { name: string; address: string } | null;
}

/** What a mail is rendered from. */
export interface MailToRender {
  language: Language;
  facts: MailFacts;
  /** Where the recipient stops such mails; `null` if that is not possible. */
  stopUrl: string | null;
}

/** Renders a mail. @throws StorageError while the storage is down */
export async function renderMail(
  read: ReadPicture,
  descriptor: MailDescriptor,
  { language, facts, stopUrl }: MailToRender,
): Promise<RenderedMail> {
  const say = Say.in(language);
  const content = descriptor.content(facts, say);
  const { logo, photos } = await mailPictures(read, content);
  const stop = stopUrl === null ? null : { text: say.text('stop'), url: stopUrl };
  return {
    // A line break would begin another header; nodemailer folds it away as well.
    subject: outsideText(content.subject),
    html: drawHtml({ language, content, logo, photos, stop, opens: say.text('opens') }),
    text: drawText(content, stop),
    pictures: [logo, ...photos].filter((picture) => picture !== null),
    fromName: outsideText(content.brand.name),
    replyTo: content.replyTo && { ...content.replyTo, name: outsideText(content.replyTo.name) },
  };
}
