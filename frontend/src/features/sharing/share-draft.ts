import type { LinkView, ShareBody, SharingView } from '@gmb-moments/backend/contract/links';
import { PASSCODE_MIN } from '@gmb-moments/backend/contract/limits';
import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { dayFromNow, endOfDay } from '../../lib/days';

/** When the links end: as they do now, never, in so many days, or on a day (`2027-01-31`). */
export type Expiry = 'kept' | 'never' | number | `${number}-${string}`;

/** What is chosen in the dialog that shares. */
export interface ShareDraft {
  /** The one reviewer who is listed unless `listed` says otherwise; `undefined` for all. */
  only: string | undefined;
  /** By reviewer, where it is another than what `rowsOf` begins with. */
  listed: Record<string, boolean>;
  mayDecide: Record<string, boolean>;
  /** `''` for the default one in the language of each. */
  message: string;
  expiry: Expiry;
  /** The day by which they are to decide (`2027-01-31`), `null` for none; `undefined` leaves it. */
  dueOn: string | null | undefined;
  /** After how many days they are reminded; `undefined` for as the client's. */
  remindAfterDays: number[] | undefined;
  /** `null` leaves the passcodes of links as they are. */
  passcode: string | null;
}

export function newDraft(only?: string): ShareDraft {
  return {
    only,
    listed: {},
    mayDecide: {},
    message: '',
    expiry: 'kept',
    dueOn: undefined,
    remindAfterDays: undefined,
    passcode: null,
  };
}

/** A reviewer who gets a link, or has one. */
export interface ShareRow {
  reviewer: ReviewerView;
  link: LinkView | undefined;
  isListed: boolean;
  mayDecide: boolean;
}

/** The reviewers of the client; all get links but those whose link was revoked. */
export function rowsOf(reviewers: ReviewerView[], { links }: SharingView, draft: ShareDraft): ShareRow[] {
  return reviewers.map((reviewer) => {
    const link = links.find((one) => one.reviewer.id === reviewer.id);
    return {
      reviewer,
      link,
      isListed: draft.listed[reviewer.id] ?? (draft.only ? reviewer.id === draft.only : link?.state !== 'revoked'),
      mayDecide: draft.mayDecide[reviewer.id] ?? link?.mayDecide ?? true,
    };
  });
}

/** Those who get a mail when this is shared. */
export function recipientsOf(rows: ShareRow[], { sendsMails }: Pick<SharingView, 'sendsMails'>): ShareRow[] {
  return sendsMails ? rows.filter(({ reviewer }) => isReached(reviewer)) : [];
}

/** Whether mails reach a reviewer: there is an address, which takes them. */
export function isReached({
  email,
  mailRefusal,
  hasStoppedMails,
}: Pick<ReviewerView, 'email' | 'mailRefusal' | 'hasStoppedMails'>): boolean {
  return email !== '' && mailRefusal === '' && !hasStoppedMails;
}

/** The end of the day on which the links expire; `undefined` for as they do now. */
export function expiryDate(expiry: Expiry): Date | null | undefined {
  if (expiry === 'kept') return undefined;
  if (expiry === 'never') return null;
  if (typeof expiry === 'string') return endOfDay(expiry);
  return endOfDay(dayFromNow(expiry));
}

/** Why it cannot be shared as it is; `null` if it can. */
export function passcodeProblem({ passcode }: Pick<ShareDraft, 'passcode'>): string | null {
  if (passcode === null || lengthOf(passcode) >= PASSCODE_MIN) return null;
  return `A passcode has at least ${PASSCODE_MIN} characters`;
}

export function shareBody(
  rows: ShareRow[],
  { message, expiry, passcode, dueOn, remindAfterDays }: ShareDraft,
): ShareBody {
  const expiresAt = expiryDate(expiry);
  return {
    reviewers: rows.map(({ reviewer, mayDecide }) => ({ reviewerId: reviewer.id, mayDecide })),
    message: message.trim(),
    ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
    ...(passcode !== null && { passcode }),
    ...(dueOn !== undefined && { dueOn }),
    ...(remindAfterDays && { remindAfterDays }),
  };
}
