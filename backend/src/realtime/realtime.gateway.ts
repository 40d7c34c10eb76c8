import type { IncomingMessage } from 'node:http';
import { Inject, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayInit,
} from '@nestjs/websockets';
import type { RequestHandler } from 'express';
import { Subscription } from 'rxjs';
import type { DefaultEventsMap, Server } from 'socket.io';
import { SESSION } from '../auth/session.module.js';
import { CalmLog } from '../common/calm-log.js';
import { AppError } from '../common/errors.js';
import { rawAnswer } from '../common/malformed-requests.js';
import { onBehalfOf } from '../common/trace.js';
import type {
  ClientMessages,
  ConnectRefusal,
  Handlers,
  MessageRefusal,
  MissedAnswer,
  StaffEvents,
  WatchAnswer,
} from '../contract/events.js';
import { MISSED_MARGIN_MS } from '../contract/limits.js';
import { isDatabaseDown } from '../database/outage.js';
import { collectWith, eventDelay, liveSockets } from '../metrics/metrics.js';
import type { Announcement, AnnouncementName, Announcements } from './announcements.js';
import { LastHeard } from './last-heard.js';
import { Listener } from './listener.js';
import { MessageThrottle } from './message-throttle.js';
import { OpenSockets, type LiveSocket, type SocketData } from './open-sockets.js';
import { Presenters, type Watched } from './presenters.js';
import { SessionWatch } from './session-watch.js';
import { SocketHosts } from './socket-hosts.js';

type EventName = keyof StaffEvents;
type LiveServer = Server<ClientMessages, Handlers<StaffEvents>, DefaultEventsMap, SocketData>;

const STAFF_ROOM = 'staff';
const watchRoom = (watched: Watched): string => `watch:${Object.values(watched).join()}`;
const isWatchRoom = (room: string): boolean => room.startsWith('watch:');
/** Not a room of Socket.IO: whatever concerns no single moment or optimization. */
const EVERYBODY = 'everybody';
/** Announcements that may change at which host something is shown. */
const MOVES: AnnouncementName[] = ['client.changed', 'agency.changed', 'optimization.changed'];
const MESSAGES: string[] = ['watch', 'missed'] satisfies (keyof ClientMessages)[];
const STAFF_WATCH: MessageRefusal = {
  ok: false,
  error: 'This connection receives all events of the staff. Connect as a visitor to watch a link.',
};

/**
 * Tells browsers what happened. Staff sockets hear everything; a visitor's socket hears the one thing that it watches.
 * WebSocket transport only, so that any API process can serve any browser.
 */
@WebSocketGateway({
  transports: ['websocket'],
  serveClient: false,
  maxHttpBufferSize: 10_000,
  // A frozen process or a dead network shows within about 20 s.
  pingInterval: 10_000,
  pingTimeout: 10_000,
})
export class RealtimeGateway implements OnGatewayInit, OnGatewayConnection, BeforeApplicationShutdown {
  @WebSocketServer()
  private readonly server!: LiveServer;
  private readonly logger = new Logger('Realtime');
  private readonly outageLog = new CalmLog(this.logger);
  private readonly subscriptions = new Subscription();
  private readonly lastHeard = new LastHeard();
  private chain: Promise<void> = Promise.resolve();
  private readonly sockets = new OpenSockets();
  /** How many announcements came that may change at which host something is shown. */
  private moves = 0;

  constructor(
    private readonly listener: Listener,
    private readonly presenters: Presenters,
    private readonly hosts: SocketHosts,
    private readonly sessions: SessionWatch,
    private readonly messages: MessageThrottle,
    @Inject(SESSION) private readonly session: RequestHandler,
  ) {}

  afterInit(server: LiveServer): void {
    server.engine.opts.allowRequest = (request, done) => done(null, this.admits(request));
    server.engine.use(this.session);
    server.use((socket, next) => {
      this.sockets.add(socket);
      this.hosts.recognise(socket).then(
        () => next(),
        // A refused browser does not come back by itself. One that is cut off does: here the database did not answer.
        (error: unknown) => (error instanceof AppError ? next(refusalOfConnection(error)) : socket.conn.close()),
      );
    });
    this.subscriptions.add(this.listener.all.subscribe((announcement) => this.hear(announcement)));
    this.subscriptions.add(collectWith(() => this.countSockets()));
    const ended = this.sessions.ended(() => this.sockets.sessionIds());
    this.subscriptions.add(ended.subscribe((sessionId) => this.sockets.closeSessions(({ id }) => id === sessionId)));
    // What was announced meanwhile is unknown: every browser reconnects and reads anew.
    this.subscriptions.add(this.listener.gap.subscribe(() => this.readAllAnew()));
  }

  handleConnection(socket: LiveSocket): void {
    this.messages.watch(socket);
    socket.onAny(refuseUnknown);
    if (socket.data.isStaff) void socket.join(STAFF_ROOM);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() request: unknown): Promise<WatchAnswer> {
    if (socket.data.isStaff) return STAFF_WATCH;
    const { moves } = this;
    const view = await this.hosts.view(socket, request).catch(refusalOf);
    if (!view) return { ok: false };
    if ('error' in view) {
      // Its page connects again, and so asks again, until it is let in.
      setImmediate(() => socket.conn.close());
      return view;
    }
    // It may have moved to another host since it was looked up.
    if (moves !== this.moves && view.agencyHost !== null) return this.watch(socket, request);
    for (const room of socket.rooms) if (isWatchRoom(room)) void socket.leave(room);
    socket.data.view = view;
    void socket.join(watchRoom(view.watched));
    return { ok: true };
  }

  @SubscribeMessage('missed')
  missed(@ConnectedSocket() socket: LiveSocket, @MessageBody() ageMs: unknown): MissedAnswer {
    if (!Number.isFinite(ageMs)) return { missed: true };
    const rooms = socket.rooms.has(STAFF_ROOM) ? [STAFF_ROOM] : [EVERYBODY, ...[...socket.rooms].filter(isWatchRoom)];
    return { missed: this.lastHeard.within(Number(ageMs) + MISSED_MARGIN_MS, rooms) };
  }

  // Before the database goes, which an event under way still reads.
  async beforeApplicationShutdown(): Promise<void> {
    this.subscriptions.unsubscribe();
    this.sockets.closeAll();
    await this.chain;
  }

  // One after the other, so that two states of a row never arrive in the wrong order.
  private hear(announcement: Announcement): void {
    const { name, requestId, payload } = announcement;
    if (MOVES.includes(name)) this.moves += 1;
    this.lastHeard.note(STAFF_ROOM);
    this.lastHeard.note(audienceOf(payload));
    const told = (): Promise<void> => onBehalfOf(requestId, () => this.spread(announcement));
    this.chain = this.chain.then(told).catch((error: unknown) => {
      this.tellTrouble(`${name} could not be told, so every browser reads anew: ${String(error)}`, error);
      this.readAllAnew();
    });
  }

  private readAllAnew(): void {
    this.lastHeard.lose();
    this.sockets.closeAll();
  }

  private tellTrouble(message: string, error: unknown): void {
    if (isDatabaseDown(error)) this.outageLog.warn(message);
    else this.logger.error(message);
  }

  private async spread(announcement: Announcement): Promise<void> {
    const { name, payload, saidAt } = announcement;
    if (MOVES.includes(name)) await this.endViewsWithoutRight(announcement);
    if (name === 'session.ended') this.sockets.closeSessions(({ id }) => id === payload.sessionId);
    else if (name === 'credentials.changed') {
      this.sockets.closeSessions(({ id, userId }) => userId === payload.userId && id !== payload.keptSessionId);
    } else await this.tell(name, payload as Announcements[typeof name]);
    // The clocks of two machines may differ a little.
    eventDelay.observe(Math.max(0, Date.now() - saidAt) / 1000);
    this.logger.debug(`told ${name}`);
  }

  private async tell<Name extends EventName>(name: Name, payload: Announcements[Name]): Promise<void> {
    const server = this.server as Server;
    // Whoever connects later reads anew.
    if (server.sockets.sockets.size === 0) return;
    const presented = await this.presenters.table[name](payload);
    if (!presented) return;
    server.to(STAFF_ROOM).emit(name, presented.staff);
    const { visitors } = presented;
    if (visitors?.room === 'all') server.except(STAFF_ROOM).emit(name, visitors.payload);
    else if (visitors) server.to(watchRoom(visitors.room)).emit(name, visitors.payload);
  }

  private countSockets(): void {
    const staff = this.server.sockets.adapter.rooms.get(STAFF_ROOM)?.size ?? 0;
    liveSockets.set({ audience: 'staff' }, staff);
    liveSockets.set({ audience: 'visitors' }, this.server.sockets.sockets.size - staff);
  }

  /** Whether this handshake may become a connection; answers it where it may not. */
  private admits(handshake: IncomingMessage): boolean {
    try {
      this.hosts.admit(handshake);
      return true;
    } catch (error) {
      if (error instanceof AppError) handshake.socket.end(rawAnswer(error));
      else this.logger.error(`A handshake was refused, since it could not be examined: ${String(error)}`);
      return false;
    }
  }

  // Their pages reconnect, and find what everybody else finds at that host. A main host shows everything.
  private async endViewsWithoutRight({ name, payload }: Announcement): Promise<void> {
    const room = name === 'optimization.changed' ? watchRoom(payload) : null;
    const concerned = this.sockets
      .atAgencyHosts()
      .filter(({ data }) => room === null || watchRoom(data.view!.watched) === room);
    if (concerned.length === 0) return;
    for (const { conn } of await this.hosts.withoutRight(concerned)) conn.close();
  }
}

// Before its row is loaded: those who wait for what is not told yet have to be told that they miss it.
function audienceOf(payload: object): string {
  if ('momentId' in payload) return watchRoom({ momentId: String(payload.momentId) });
  return 'optimizationId' in payload ? watchRoom({ optimizationId: String(payload.optimizationId) }) : EVERYBODY;
}

function refusalOfConnection({ message, code }: AppError): Error {
  return Object.assign(new Error(message), { data: { code } satisfies ConnectRefusal });
}

// The one failure that whoever asks is told of.
function refusalOf(error: unknown): MessageRefusal {
  if (!(error instanceof AppError) || !error.extra.retryAfterSeconds) throw error;
  return { ok: false, error: error.message, retryAfterSeconds: error.extra.retryAfterSeconds };
}

function refuseUnknown(message: unknown, ...rest: unknown[]): void {
  const acknowledge = rest.at(-1);
  if (MESSAGES.includes(String(message)) || typeof acknowledge !== 'function') return;
  const error = `There is no message "${String(message).slice(0, 100)}"; this connection takes ${MESSAGES.join(' and ')}.`;
  (acknowledge as (answer: MessageRefusal) => void)({ ok: false, error });
}
