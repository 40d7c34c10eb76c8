/** Whose mail it is: the client's agency for reviewers, the platform for staff. */
export interface MailBrand {
  name: string;
  /** `#rrggbb` */
  primaryColor: string;
  logoFileId: string | null;
  /** Street and town, which laws require in mails; `''` if it is not known. */
  postalAddress: string;
}

/** A photo in a mail. */
export interface MailPhoto {
  /** Its folder in the storage. */
  fileId: string;
  /** Also the alternative text, for programs that show no pictures. */
  title: string;
}

/** What a reviewer said no to, with the reason. */
export interface MailFeedback {
  /** The photo's title, or the section as the database names it. */
  name: string;
  /** `''` in a new round for what the client had approved. */
  feedback: string;
}

/** The client's words, and what staff answered. */
export interface MailQuote extends MailFeedback {
  answer?: { label: string; text: string };
}

/** The parts of a mail, from which its HTML and its text are made. */
export interface MailContent {
  brand: MailBrand;
  subject: string;
  heading: string;
  /** Paragraphs. Their line breaks are kept. */
  texts: string[];
  /** A progress bar: the part that is done, from 0 to 1, and the text under it. */
  progress?: { part: number; text: string };
  photos?: { shown: MailPhoto[]; more: number };
  quotes?: MailQuote[];
  links?: { text: string; detail: string; address: string }[];
  /** `null` for a mail that leads nowhere. */
  button: { text: string; address: string } | null;
  /** A text under the button. */
  hint?: string | undefined;
  footer: string[];
  replyTo: { name: string; address: string } | null;
}
