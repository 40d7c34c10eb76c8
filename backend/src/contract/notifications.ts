import { OneOf, YesNo } from './fields.js';
import { PageQuery } from './paging.js';
import type { Section } from './statuses.js';

/** What notifications say: the client decided, approved everything, looked for the first time, is done; work failed; a link was locked. */
export const NOTIFICATION_KINDS = ['decisions', 'approved', 'opened', 'done', 'failed', 'locked'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Feedback that one notification shows; the rest is on its page. */
export const NOTIFICATION_WORDS = 3;

/** How somebody is notified: at once, by a summary a day, or not at all. */
export const NOTIFY = ['at_once', 'daily', 'off'] as const;
export type Notify = (typeof NOTIFY)[number];

/** The clients whose moments and optimizations somebody is notified of. */
export const NOTIFY_ABOUT = ['all', 'followed'] as const;
export type NotifyAbout = (typeof NOTIFY_ABOUT)[number];

/** Query of `GET /api/notifications`. */
export class NotificationsQuery extends PageQuery {
  @YesNo()
  unread?: boolean;
}

/** Body of `PATCH /api/user/notifications`. */
export class NotificationSettingsBody {
  @OneOf(NOTIFY)
  notify?: Notify;

  @YesNo()
  followedAtOnce?: boolean;

  @OneOf(NOTIFY_ABOUT)
  about?: NotifyAbout;
}

/** How the signed-in member of staff is notified. */
export interface NotificationSettings {
  notify: Notify;
  /** With a summary a day: whether they get mails at once about the clients that they follow. */
  followedAtOnce: boolean;
  about: NotifyAbout;
  /** Ids of the clients that they follow. */
  follows: string[];
}

/** A client's reason for a rejection. */
export interface NotificationWords {
  /** The rejected image; `null` of a section. */
  imageId: string | null;
  /** The rejected section; `null` of an image. */
  section: Section | null;
  /** Place of the image in its moment, from 1; `null` of a section, and of an image that is gone. */
  position: number | null;
  thumbnailUrl: string | null;
  feedback: string;
}

/** A notification of one member of staff about one moment or optimization, or about a client. While it is unread, later events are added to it. */
export interface NotificationView {
  id: string;
  kind: NotificationKind;
  /** When the last of it happened. */
  at: string;
  isRead: boolean;
  /** The moment that it is about; `null` when it is about an optimization, or about a client. */
  momentId: string | null;
  /** The optimization that it is about; `null` when it is about a moment, or about a client. */
  optimizationId: string | null;
  /** The moment's title, the business name of the optimization, or the name of the client. */
  title: string;
  client: { id: string; business: string };
  /** Thumbnail of the moment's first image; `null` without images, and of optimizations. */
  coverUrl: string | null;
  /** Who did it, or whose links were locked, where names are known. */
  people: string[];
  /** Images or sections that were approved, or rejected, in what it tells; each counts once, as it was decided last. */
  approved: number;
  rejected: number;
  /** Rejections in what it tells that staff have not answered yet. */
  unanswered: number;
  /** Images or sections that are decided now, of all. */
  decided: number;
  total: number;
  /** The last reasons for rejections, the newest first; at most three. */
  words: NotificationWords[];
  /** Captions or sections that failed. */
  failed: number;
  /** Why they failed, or what the client wrote when done; `''` where there is nothing to say. */
  note: string;
}

/** Answer of `GET /api/notifications/unread`. */
export interface UnreadCount {
  count: number;
}
