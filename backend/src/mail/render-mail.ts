import type { Language } from '../contract/languages.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import { sanitizeText } from '../platform/sanitize-text.js';
import type { MailDescriptor, MailFacts } from './mail-descriptor.js';
import { drawHtml } from './mail-html.js';
import { readMailPictures, type ReadPicture } from './mail-pictures.js';
import { drawText } from './mail-text.js';
import { Translator } from './texts/translator.js';

/** A rendered mail, ready to be sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  fromName: string;
  replyTo: { name: string; address: string } | null;
}

/** The input of `renderMail`. */
export interface MailToRender {
  language: Language;
  facts: MailFacts;
  /** Unsubscribe URL; `null` for mails that cannot be unsubscribed from. */
  stopUrl: string | null;
}

/** Renders a mail. @throws StorageError if the storage is unavailable */
export async function renderMail(
  read: ReadPicture,
  descriptor: MailDescriptor,
  { language, facts, stopUrl }: MailToRender,
): Promise<RenderedMail> {
  const t = Translator.in(language);
  const content = descriptor.content(facts, t);
  const { logo, photos } = await readMailPictures(read, content);
  const stop = stopUrl === null ? null : { text: t.text('stop'), url: stopUrl };
  return {
    // Removes line breaks, which would begin another header; nodemailer does so as well.
    subject: sanitizeText(content.subject),
    html: drawHtml({ language, content, logo, photos, stop, opens: t.text('opens') }),
    text: drawText(content, stop),
    pictures: [logo, ...photos].filter((picture) => picture !== null),
    fromName: sanitizeText(content.brand.name),
    replyTo: content.replyTo && { ...content.replyTo, name: sanitizeText(content.replyTo.name) },
  };
}
