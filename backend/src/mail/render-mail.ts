import type { Language } from '../contract/languages.js';
import type { MailKind } from '../contract/mail-kinds.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import { CONTENTS, type MailContent } from './mail-content.js';
import type { FactsOf } from './mail-facts.js';
import { drawHtml } from './mail-html.js';
import { mailPictures, type ReadPicture } from './mail-pictures.js';
import { drawText } from './mail-text.js';
import { outsideText } from '../platform/outside-text.js';
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
export interface MailToRender<Kind extends MailKind = MailKind> {
  kind: Kind;
  language: Language;
  facts: FactsOf<Kind>;
  /** Where the recipient stops such mails; `null` if that is not possible. */
  stopUrl: string | null;
}

/** Renders a mail. @throws StorageError while the storage is down */
export async function renderMail<Kind extends MailKind>(
  read: ReadPicture,
  { kind, language, facts, stopUrl }: MailToRender<Kind>,
): Promise<RenderedMail> {
  const say = Say.in(language);
  const content: MailContent = CONTENTS[kind](facts, say);
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
