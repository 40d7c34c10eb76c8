import type { MailKind } from '../contract/mail-kinds.js';

/** What mails of each kind say. Plain data: the source of its kind reads them from the records, at the time of sending. */
export interface MailFacts {
  invitation: InvitationFacts;
  newRound: NewRoundFacts;
  reminder: ReminderFacts;
  receipt: ReceiptFacts;
  delivered: DeliveredFacts;
  linkClosed: ToReviewer;
  decisions: DecisionsFacts;
  roundFinished: RoundFinishedFacts;
  runFailed: RunFailedFacts;
  digest: DigestFacts;
  domainLost: DomainLostFacts;
  colleagueInvitation: ColleagueInvitationFacts;
  lostPassword: LostPasswordFacts;
}

// Each kind has facts, and no facts lack a kind.
type Complete = { [Kind in MailKind]: MailFacts[Kind] };
export type FactsOf<Kind extends MailKind> = Complete[Kind];

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

/** What is to be decided: photos of a moment, sections of a profile, or both in the client's list. */
export type MailThings = 'photos' | 'sections' | 'items';

interface ToReviewer {
  reviewer: { name: string };
  client: { business: string };
  brand: MailBrand;
  /** The reviewer's link, which the button opens. */
  address: string;
  /** The person that an answer goes to; `null` for the sender's address. */
  replyTo: { name: string; address: string } | null;
}

/** A mail that asks a reviewer to decide. */
export interface ReviewFacts extends ToReviewer {
  things: MailThings;
  /** How many the reviewer has to decide yet. */
  left: number;
  total: number;
  /** Those that are left, in their order; the first ones are shown. */
  photos: MailPhoto[];
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
}

export interface InvitationFacts extends ReviewFacts {
  /** What staff wrote, greeting and signature included; `''` for the text of the language. */
  message: string;
}

export interface NewRoundFacts extends ReviewFacts {
  /** What the client decided on before and is to look at again. */
  again: MailAgain[];
  /** Whether there is also something that they have not seen; the mail then counts everything that is left. */
  hasAdded: boolean;
}

/** A photo or section that came back to the client. */
export interface MailAgain extends MailFeedback {
  /** Otherwise the client's feedback was answered only. */
  isChanged: boolean;
  /** The answer of staff; `''` for none. */
  reply: string;
}

export interface ReminderFacts extends ReviewFacts {
  /** What staff wrote for the client's reminders; `''` for the text of the language. */
  message: string;
  /** All that waits for this reviewer from the agency, what is due first first. */
  waiting: MailWaiting[];
  /** Which reminder of how many it is, from 1. */
  number: number;
  of: number;
}

/** A moment or a profile that a reviewer has to decide on yet. */
export interface MailWaiting {
  /** With the client where there are several. */
  title: string;
  things: MailThings;
  left: number;
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
  address: string;
}

/** What a reviewer decided, and how many decisions are left. */
interface DecidedFacts {
  things: MailThings;
  approved: number;
  rejected: number;
  left: number;
  feedback: MailFeedback[];
  photos: MailPhoto[];
}

export interface ReceiptFacts extends ToReviewer, DecidedFacts {}

export interface DeliveredFacts extends ToReviewer {
  /** The photos that are new, in their order. */
  photos: MailPhoto[];
  /** How many other photos of the same moments were delivered before. */
  before: number;
  /** The new photos that were changed as the client asked, with the client's feedback. */
  changed: MailFeedback[];
  /** The moments of the new photos, each with the page that shows its delivered photos. */
  moments: { title: string; photos: number; address: string }[];
}

/** What a reviewer said no to, with the reason. */
export interface MailFeedback {
  /** The photo's title, or the section as the database names it. */
  name: string;
  /** `''` in a new round for what the client had approved. */
  feedback: string;
}

interface ToStaff {
  user: { name: string };
  brand: MailBrand;
  /** The address that the button opens. */
  address: string;
}

export interface DecisionsFacts extends ToStaff, DecidedFacts {
  client: { business: string };
  /** Name of the moment or the profile. */
  title: string;
  /** The reviewer's name; `''` for a visitor of the open link. */
  by: string;
}

export interface RoundFinishedFacts extends DecisionsFacts {
  /** What the reviewer wrote at the end; `''` for nothing. */
  note: string;
}

export interface RunFailedFacts extends ToStaff {
  client: { business: string };
  title: string;
  failed: number;
  total: number;
  /** The first reason, as a sentence. */
  reason: string;
}

export interface DigestFacts extends ToStaff {
  entries: DigestEntry[];
}

interface DigestEntry extends Pick<DecidedFacts, 'approved' | 'rejected' | 'left'> {
  client: string;
  title: string;
  /** What the reviewer wrote at the end; `''` for nothing. */
  note: string;
  address: string;
}

export interface DomainLostFacts extends ToStaff {
  agency: string;
  domain: string;
  /** Why it is not verified any more, as a sentence. */
  reason: string;
}

export interface ColleagueInvitationFacts extends ToStaff {
  invitedBy: string;
  /** How long the link is valid. */
  days: number;
}

export interface LostPasswordFacts extends ToStaff {
  /** How long the link is valid. */
  minutes: number;
}
