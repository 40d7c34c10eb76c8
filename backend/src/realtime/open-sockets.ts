import type { LimitFunction } from 'p-limit';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type { StaffActor } from '../access/actor.js';
import type { BrowserMessages, Handlers, StaffEvents } from '../contract/events.js';
import type { EventPayloads } from '../platform/events/publish.js';

/** The review that a visitor watches, and where. */
export interface WatchedReview {
  /** Id of the moment or optimization. */
  reviewId: string;
  clientId: string;
  /** The agency's domain of the page; `null` on a main host. */
  agencyHost: string | null;
  /** The reviewer's own link by which it is watched. */
  link?: { expiresAt: Date | null };
}

/** The longest delay of a timer in Node, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface StaffSession {
  id: string;
  userId: string;
}

/** What the gateway knows of a connection. */
export interface SocketData {
  /** The session of a connection of staff, also while it is being verified. */
  session?: StaffSession;
  /** Runs the connection's look-ups one after the other. */
  lookUpQueue: LimitFunction;
  /** Set when the connection is closed because it sent too many requests. */
  isRefused?: true;
  /** The member of staff, once the session was verified. */
  actor?: StaffActor;
  watched?: WatchedReview;
  /** Closes the connection when its link expires. */
  expiryTimer?: NodeJS.Timeout;
}

export type LiveSocket = Socket<BrowserMessages, Handlers<StaffEvents>, DefaultEventsMap, SocketData>;

/**
 * The live connections of this process, including those that are not identified yet. They are closed by closing the
 * transport, because browsers reconnect then, unlike after a disconnection of the socket.
 */
export class OpenSockets {
  private readonly sockets = new Set<LiveSocket>();

  add(socket: LiveSocket): void {
    this.sockets.add(socket);
    socket.conn.once('close', () => {
      this.sockets.delete(socket);
      clearTimeout(socket.data.expiryTimer);
    });
  }

  all(): Iterable<LiveSocket> {
    return this.sockets;
  }

  sessionIds(): string[] {
    return [...new Set([...this.sockets].flatMap(({ data }) => data.session?.id ?? []))];
  }

  closeSessions(isEnded: (session: StaffSession) => boolean): void {
    for (const { data, conn } of this.sockets) if (data.session && isEnded(data.session)) conn.close();
  }

  /** Closes the connections in any of these rooms. */
  closeRooms(...rooms: string[]): void {
    for (const socket of this.sockets) if (rooms.some((room) => socket.rooms.has(room))) socket.conn.close();
  }

  /**
   * Closes the connections of visitors who watch this review or client. Their pages reconnect, which checks their
   * access again.
   */
  closeWatchers({ clientId, reviewId, ofReviewers }: EventPayloads['access.changed']): void {
    const isClosed = ({ link, ...watched }: WatchedReview): boolean => {
      if (ofReviewers && !link) return false;
      return reviewId ? watched.reviewId === reviewId : watched.clientId === clientId;
    };
    for (const { data, conn } of this.sockets) if (data.watched && isClosed(data.watched)) conn.close();
  }

  /** Sets the timer that closes the connection when its link expires. */
  closeAtExpiry({ conn, data }: LiveSocket): void {
    clearTimeout(data.expiryTimer);
    const expiresAt = data.watched?.link?.expiresAt;
    if (!expiresAt) return;
    const timer = setTimeout(() => conn.close(), Math.min(expiresAt.getTime() - Date.now(), TIMER_MAX_MS));
    data.expiryTimer = timer.unref();
  }

  closeAll(): void {
    for (const { conn } of this.sockets) conn.close();
  }

  /** The connections of visitors who watch a review at an agency's domain. */
  watchersAtAgencyHosts(): LiveSocket[] {
    return [...this.sockets].filter(({ data: { watched } }) => watched && watched.agencyHost !== null);
  }
}
