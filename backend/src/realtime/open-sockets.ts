import type { LimitFunction } from 'p-limit';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type { StaffActor } from '../access/actor.js';
import type { BrowserMessages, Handlers, StaffEvents } from '../contract/events.js';
import type { EventPayloads } from '../platform/events/publish.js';

/** The review that a visitor watches, and the agency's domain of the page (`null` on a main host). */
export interface View {
  /** Id of the moment or optimization. */
  reviewId: string;
  clientId: string;
  agencyHost: string | null;
  /** The reviewer's own link by which it is watched. */
  link?: { expiresAt: Date | null };
}

/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface StaffSession {
  id: string;
  userId: string;
}

/** The session and view of a connection. */
export interface SocketData {
  /** The session of somebody who is, or asks to be, connected as staff. */
  session?: StaffSession;
  /** Looks up what it asks for, one after the other. */
  turn: LimitFunction;
  /** Set once the connection is closed because it asked for too much. */
  isRefused?: true;
  /** The member of staff, once the session was found valid. */
  actor?: StaffActor;
  view?: View;
  /** Ends the connection when the link expires by which it watches. */
  expiry?: NodeJS.Timeout;
}

export type LiveSocket = Socket<BrowserMessages, Handlers<StaffEvents>, DefaultEventsMap, SocketData>;

/**
 * The live connections of this process, each from before it is known whose it is until it ends. Closing the transport,
 * unlike disconnecting the socket, makes browsers reconnect.
 */
export class OpenSockets {
  private readonly sockets = new Set<LiveSocket>();

  add(socket: LiveSocket): void {
    this.sockets.add(socket);
    socket.conn.once('close', () => {
      this.sockets.delete(socket);
      clearTimeout(socket.data.expiry);
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
  closeIn(...rooms: string[]): void {
    for (const socket of this.sockets) if (rooms.some((room) => socket.rooms.has(room))) socket.conn.close();
  }

  /** Closes the connections of visitors who watch this. Their pages reconnect, and find what they may see now. */
  closeViews({ clientId, reviewId, ofReviewers }: EventPayloads['access.changed']): void {
    const isClosed = ({ link, ...watched }: View): boolean => {
      if (ofReviewers && !link) return false;
      return reviewId ? watched.reviewId === reviewId : watched.clientId === clientId;
    };
    for (const { data, conn } of this.sockets) if (data.view && isClosed(data.view)) conn.close();
  }

  /** Closes the connection when the link by which it watches expires. */
  closeAtExpiry({ conn, data }: LiveSocket): void {
    clearTimeout(data.expiry);
    const expiresAt = data.view?.link?.expiresAt;
    if (!expiresAt) return;
    const timer = setTimeout(() => conn.close(), Math.min(expiresAt.getTime() - Date.now(), TIMER_MAX_MS));
    data.expiry = timer.unref();
  }

  closeAll(): void {
    for (const { conn } of this.sockets) conn.close();
  }

  /** The connections of visitors who watch something at an agency's domain. */
  atAgencyHosts(): LiveSocket[] {
    return [...this.sockets].filter(({ data: { view } }) => view && view.agencyHost !== null);
  }
}
