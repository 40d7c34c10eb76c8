import type { LinkView, SharingView } from '@gmb-moments/backend/contract/links';
import type { ListedReviewer } from '@gmb-moments/backend/contract/reviewers';

export function aReviewer(more: Partial<ListedReviewer> = {}): ListedReviewer {
  return {
    id: 'reviewer-1',
    clientId: 'client-1',
    name: 'Maria Lopez',
    email: 'maria@harbor.example',
    language: 'en',
    timeZone: 'UTC',
    mailRefusal: '',
    hasStoppedMails: false,
    createdAt: '2026-01-01T00:00:00Z',
    lastSeenAt: null,
    openLinks: 0,
    ...more,
  };
}

/** An open link of the reviewer Maria Lopez that was never used. */
export function aLink(more: Partial<LinkView> = {}): LinkView {
  return {
    id: 'link-1',
    reviewer: aReviewer(),
    address: 'https://a.example/r/maria',
    state: 'open',
    mayDecide: true,
    hasPasscode: false,
    lockedAt: null,
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    firstOpenedAt: null,
    lastSeenAt: null,
    nextReminderAt: null,
    left: 1,
    done: null,
    decided: { approved: 0, rejected: 0, total: 1 },
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** A review that is shared by its open link only. */
export function aSharing(more: Partial<SharingView> = {}): SharingView {
  return {
    clientId: 'client-1',
    openLink: true,
    isOpenLinkWorking: true,
    openLinkSharedAt: null,
    dueOn: null,
    reminderDays: [1, 3, 5],
    reminderText: '',
    sendsMails: false,
    links: [],
    ...more,
  };
}
