import type { LinkView, ShareBody, SharingView } from '@gmb-moments/backend/contract/links';
import { PASSCODE_MIN } from '@gmb-moments/backend/contract/limits';
import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { dayFromNow, endOfDay } from '../../lib/days';

/** When the links expire: unchanged, never, after a number of days, or on a day (`YYYY-MM-DD`). */
export type Expiry = 'kept' | 'never' | number | `${number}-${string}`;

/** The state of the share dialog's form. */
export interface ShareDraft {
  /** Id of the only reviewer who is listed, unless `listed` has another value; `undefined` for all. */
  only: string | undefined;
  /** Choices per reviewer that differ from the defaults of `rowsOf`. */
  listed: Record<string, boolean>;
  mayDecide: Record<string, boolean>;
  /** `''` for the default message in each reviewer's language. */
  message: string;
  expiry: Expiry;
  /** The due day (`YYYY-MM-DD`), `null` for none; `undefined` keeps the current one. */
  dueOn: string | null | undefined;
  /** Days after which reviewers are reminded; `undefined` for the client's setting. */
  remindAfterDays: number[] | undefined;
  /** A passcode for the links; `null` keeps the current ones. */
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

/** A reviewer in the share dialog, with their current link if they have one. */
export interface ShareRow {
  reviewer: ReviewerView;
  link: LinkView | undefined;
  isListed: boolean;
  mayDecide: boolean;
}

/** The rows of the share dialog. By default, all reviewers get a link except those whose link was revoked. */
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

/** The reviewers who get a mail. */
export function recipientsOf(rows: ShareRow[], { sendsMails }: Pick<SharingView, 'sendsMails'>): ShareRow[] {
  return sendsMails ? rows.filter(({ reviewer }) => isReached(reviewer)) : [];
}

/** Whether mails reach a reviewer: they have an address that has not refused mails. */
export function isReached({
  email,
  mailRefusal,
  hasStoppedMails,
}: Pick<ReviewerView, 'email' | 'mailRefusal' | 'hasStoppedMails'>): boolean {
  return email !== '' && mailRefusal === '' && !hasStoppedMails;
}

/** When the links expire, at the end of a day; `undefined` to keep the current date. */
export function expiryDate(expiry: Expiry): Date | null | undefined {
  if (expiry === 'kept') return undefined;
  if (expiry === 'never') return null;
  if (typeof expiry === 'string') return endOfDay(expiry);
  return endOfDay(dayFromNow(expiry));
}

/** Why the passcode is invalid; `null` if it is valid. */
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
