/** The brand of a mail: that of the client's agency for reviewers, that of the platform for staff. */
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
  /** Names its folder in the storage. */
  fileId: string;
  /** Also the alternative text, for programs that show no pictures. */
  title: string;
}

/** An item that a reviewer rejected, with the reason. */
export interface MailFeedback {
  /** The photo's title, or the section as the database names it. */
  name: string;
  /** `''` in a mail about a new round, for an item that the client had approved. */
  feedback: string;
}

/** The client's feedback, and the answer of staff. */
export interface MailQuote extends MailFeedback {
  answer?: { label: string; text: string };
}

/** The content of a mail, from which its HTML and its plain text are made. */
export interface MailContent {
  brand: MailBrand;
  subject: string;
  heading: string;
  /** Paragraphs. Their line breaks are kept. */
  texts: string[];
  /** A progress bar: the share that is done, from 0 to 1, and the text below it. */
  progress?: { part: number; text: string };
  photos?: { shown: MailPhoto[]; more: number };
  quotes?: MailQuote[];
  links?: { text: string; detail: string; address: string }[];
  /** `null` for a mail without a button. */
  button: { text: string; address: string } | null;
  /** A text below the button. */
  hint?: string | undefined;
  footer: string[];
  replyTo: { name: string; address: string } | null;
}
