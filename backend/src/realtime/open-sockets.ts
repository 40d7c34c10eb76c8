import type { DefaultEventsMap, Socket } from 'socket.io';
import type { BrowserMessages, Handlers, StaffEvents } from '../contract/events.js';
import type { Watched } from './presenters.js';

/** The record that a visitor watches, and the agency's domain where it is shown (`null` on a main host). */
export interface View {
  watched: Watched;
  agencyHost: string | null;
}

interface StaffSession {
  id: string;
  userId: string;
}

/** The session and view of a connection. */
export interface SocketData {
  /** The session of somebody who is, or asks to be, connected as staff. */
  session?: StaffSession;
  /** Set once the session was found valid. */
  isStaff?: true;
  view?: View;
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
    socket.conn.once('close', () => this.sockets.delete(socket));
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

  closeAll(): void {
    for (const { conn } of this.sockets) conn.close();
  }

  /** The connections of visitors who watch something at an agency's domain. */
  atAgencyHosts(): LiveSocket[] {
    return [...this.sockets].filter(({ data: { view } }) => view && view.agencyHost !== null);
  }
}
