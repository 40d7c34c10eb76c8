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
import pLimit from 'p-limit';
import { Subscription } from 'rxjs';
import type { DefaultEventsMap, Server } from 'socket.io';
import { reviewIdFieldsIn, reviewIdIn } from '../reviews/review-names.js';
import { SESSION } from '../auth/session.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { AppError } from '../platform/http/errors.js';
import { rawAnswer } from '../platform/http/server.js';
import { onBehalfOf } from '../platform/http/request-id.js';
import type {
  BrowserMessages,
  ConnectRefusal,
  Handlers,
  MessageRefusal,
  MissedAnswer,
  StaffAudience,
  StaffEvents,
  WatchAnswer,
} from '../contract/events.js';
import { MISSED_MARGIN_MS } from '../contract/limits.js';
import { isDatabaseDown } from '../platform/database/outage.js';
import { collectWith, eventDelay, liveSockets } from '../platform/metrics/metrics.js';
import type { PublishedEvent, EventName, EventPayloads } from '../platform/events/publish.js';
import { RecentEvents } from '../platform/events/recent-events.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import { agencyRoom, ALL_CLIENTS_ROOM, Audiences, roomsToJoin, SOME_CLIENTS_ROOM, STAFF_ROOM } from './audiences.js';
import { boundConnection } from './connection-bounds.js';
import { OpenSockets, type LiveSocket, type SocketData } from './open-sockets.js';
import { ALL_VISITORS, Presenters, type Emission } from './presenters.js';
import { SessionWatch } from './session-watch.js';
import { SocketHosts } from './socket-hosts.js';
import { KeyedQueues } from './keyed-queues.js';

type LiveServer = Server<BrowserMessages, Handlers<StaffEvents>, DefaultEventsMap, SocketData>;

const watchRoom = (reviewId: string): string => `watch:${reviewId}`;
/** The sockets of a watch room that use a reviewer's own link. Their payloads do not have the open link. */
const namedRoom = (reviewId: string): string => `named:${reviewId}`;
const isWatchRoom = (room: string): boolean => room.startsWith('watch:');
/** The key of events that concern no single review; not a room of Socket.IO. */
const NO_REVIEW_KEY = 'no review';
/** The key of events that concern single members of staff. */
const USERS_KEY = 'users';
/**
 * Events that may change which host shows a review. `review.moved` is published before `moment.changed` or
 * `optimization.changed`.
 */
const MAY_CHANGE_HOSTS: EventName[] = [
  'client.changed',
  'client.deleted',
  'agency.changed',
  'agency.deleted',
  'review.moved',
];
const MESSAGES: string[] = ['watch', 'missed'] satisfies (keyof BrowserMessages)[];
const WATCH_REFUSED_TO_STAFF: MessageRefusal = {
  ok: false,
  error: 'This connection receives all events of the staff. Connect as a visitor to watch a link.',
};

/** Unanswered `watch` messages of one connection. A page sends one. */
const PENDING_MAX = 32;
const TOO_MANY_PENDING: MessageRefusal = {
  ok: false,
  error: `More than ${PENDING_MAX} questions of this connection wait for their answers. Please ask one after the other.`,
  retryAfterSeconds: 1,
};

/**
 * Emits events to browsers. A socket of staff receives the events of clients within the user's scope; a visitor's
 * socket receives those of the review that it watches. WebSocket transport only, so that any API process can serve
 * any browser.
 */
@WebSocketGateway({
  transports: ['websocket'],
  serveClient: false,
  maxHttpBufferSize: 10_000,
  // A browser that receives no ping for 5 s, the sum of both, shows that it is offline. A round trip may take up to
  // the timeout.
  pingInterval: 1500,
  pingTimeout: 3500,
})
export class RealtimeGateway implements OnGatewayInit, OnGatewayConnection, BeforeApplicationShutdown {
  @WebSocketServer()
  private readonly server!: LiveServer;
  private readonly logger = new Logger('Realtime');
  private readonly outageLog = new ThrottledLogger(this.logger);
  private readonly refusalLog = new ThrottledLogger(this.logger);
  private readonly subscriptions = new Subscription();
  private readonly recentEvents = new RecentEvents();
  private readonly queues = new KeyedQueues();
  private readonly sockets = new OpenSockets();
  /** Number of events so far that may change which host shows a review. */
  private hostChanges = 0;
  /** Number of events so far after which links may be closed. */
  private accessChanges = 0;

  constructor(
    private readonly subscriber: EventSubscriber,
    private readonly presenters: Presenters,
    private readonly audiences: Audiences,
    private readonly hosts: SocketHosts,
    private readonly sessions: SessionWatch,
    @Inject(SESSION) private readonly session: RequestHandler,
  ) {}

  afterInit(server: LiveServer): void {
    server.engine.opts.allowRequest = (request, done) => done(null, this.mayConnect(request));
    server.engine.use(this.hosts.asRequest);
    server.engine.use(refuseResumption);
    server.engine.use(this.session);
    server.engine.on('connection', (connection: LiveSocket['conn']) =>
      boundConnection(connection, this.hosts.trafficOf(connection.request)),
    );
    server.use((socket, next) => {
      this.sockets.add(socket);
      socket.data.lookUpQueue = pLimit(1);
      this.hosts.identify(socket).then(
        () => next(),
        // A refused browser does not reconnect by itself. After other errors, such as an outage, the connection is
        // closed, so that it does.
        (error: unknown) => (error instanceof AppError ? next(refusalOfConnection(error)) : socket.conn.close()),
      );
    });
    this.subscriptions.add(this.subscriber.all.subscribe((event) => this.onEvent(event)));
    this.subscriptions.add(collectWith(() => this.countSockets()));
    const ended = this.sessions.watchEnded(() => this.sockets.sessionIds());
    this.subscriptions.add(ended.subscribe((sessionId) => this.sockets.closeSessions(({ id }) => id === sessionId)));
    // Events were missed while the subscriber was disconnected.
    this.subscriptions.add(this.subscriber.gap.subscribe(() => this.reconnectAll()));
  }

  handleConnection(socket: LiveSocket): void {
    socket.onAny(refuseUnknown);
    const { actor } = socket.data;
    if (actor) void socket.join(roomsToJoin(actor));
  }

  @SubscribeMessage('watch')
  async watch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() request: unknown,
  ): Promise<WatchAnswer | undefined> {
    if (socket.data.actor) return WATCH_REFUSED_TO_STAFF;
    const { lookUpQueue, isRefused } = socket.data;
    // Received before the connection was closed by an earlier refusal.
    if (isRefused) return undefined;
    if (lookUpQueue.pendingCount >= PENDING_MAX) return this.refuse(socket, TOO_MANY_PENDING);
    return lookUpQueue(() => this.watchNow(socket, request)).catch((error: unknown) => this.failToWatch(socket, error));
  }

  private async watchNow(socket: LiveSocket, request: unknown): Promise<WatchAnswer | undefined> {
    // The connection was closed while this waited.
    if (socket.data.isRefused || !socket.connected) return undefined;
    const { hostChanges, accessChanges } = this;
    const view = await this.hosts.findWatched(socket, request).catch(toRefusal);
    // The connection was closed meanwhile: a timer set now would stay until the link expires.
    if (!socket.connected) return undefined;
    if (!view) return { ok: false };
    if ('error' in view) return this.refuse(socket, view);
    // Since the look-up, the review may have moved to another host, or its link may have been closed.
    const hasMoved = hostChanges !== this.hostChanges && view.agencyHost !== null;
    if (hasMoved || accessChanges !== this.accessChanges) return this.watchNow(socket, request);
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
    socket.data.watched = view;
    void socket.join(watchRoom(view.reviewId));
    if (view.link) void socket.join(namedRoom(view.reviewId));
    this.sockets.closeAtExpiry(socket);
    return { ok: true };
  }

  @SubscribeMessage('missed')
  missed(@ConnectedSocket() socket: LiveSocket, @MessageBody() ageMs: unknown): MissedAnswer {
    if (!Number.isFinite(ageMs)) return { missed: true };
    const rooms = socket.rooms.has(STAFF_ROOM)
      ? [STAFF_ROOM]
      : [NO_REVIEW_KEY, ...[...socket.rooms].filter(isWatchRoom)];
    return { missed: this.recentEvents.hasWithin(Number(ageMs) + MISSED_MARGIN_MS, rooms) };
  }

  // Runs before the database connections close, which events in progress still need.
  async beforeApplicationShutdown(): Promise<void> {
    this.subscriptions.unsubscribe();
    this.sockets.closeAll();
    await this.queues.drain();
  }

  /** Answers with a refusal and closes the connection, so that the page reconnects and tries again. */
  private refuse(socket: LiveSocket, refusal: MessageRefusal): MessageRefusal {
    socket.data.isRefused = true;
    setImmediate(() => socket.conn.close());
    return refusal;
  }

  /**
   * The look-up failed, so whether the link exists is not known: without an answer, the page reconnects and asks
   * again.
   */
  private failToWatch(socket: LiveSocket, error: unknown): undefined {
    this.refusalLog.warn(`Failed to look up what a visitor watches: ${String(error)}; its page reconnects`);
    socket.conn.close();
  }

  private onEvent(event: PublishedEvent): void {
    const { name, requestId, payload } = event;
    this.recentEvents.note(STAFF_ROOM);
    const key = eventKeyOf(payload);
    this.recentEvents.note(key);
    // Synchronous, so that no later event reaches a connection whose session has ended.
    if (name === 'session.ended') this.sockets.closeSessions(({ id }) => id === payload.sessionId);
    if (name === 'credentials.changed') {
      this.sockets.closeSessions(({ id, userId }) => userId === payload.userId && id !== payload.keptSessionId);
    }
    // The user's pages reconnect with the new role and scope, and refetch.
    if (name === 'rights.changed') this.sockets.closeSessions(({ userId }) => userId === payload.userId);
    if (name === 'access.changed') {
      this.accessChanges += 1;
      this.sockets.closeWatchers(payload);
    }
    if (MAY_CHANGE_HOSTS.includes(name)) {
      this.hostChanges += 1;
      // Later events wait for this, since some visitors must not receive them.
      this.queues.addBarrier(() => onBehalfOf(requestId, () => this.closeWatchersWithoutAccess(event)));
    }
    this.queues.add(key, () => onBehalfOf(requestId, () => this.deliver(event, key)));
  }

  /** Makes every browser reconnect and refetch, because events may have been missed. */
  private reconnectAll(): void {
    this.recentEvents.reset();
    this.sockets.closeAll();
  }

  private logFailure(message: string, error: unknown): void {
    if (isDatabaseDown(error)) this.outageLog.warn(message);
    else this.logger.error(message);
  }

  private async deliver({ publishedAt, ...event }: PublishedEvent, key: string): Promise<void> {
    const { name, payload } = event;
    try {
      await this.emit(name, payload);
      // Staff whose scope had this agency reconnect with the rest of their scope.
      if (event.name === 'agency.deleted') this.sockets.closeRooms(agencyRoom(event.payload.agencyId));
      // The clocks of two machines may differ a little.
      eventDelay.observe(Math.max(0, Date.now() - publishedAt) / 1000);
      this.logger.debug(`Emitted ${name}`);
    } catch (error) {
      const next = 'staff refetch it, and its visitors reconnect';
      this.logFailure(`Failed to emit ${name} (${key}): ${String(error)}; ${next}`, error);
      this.publishStale(payload, key);
    }
  }

  /** Makes browsers refetch a review, because the row of an event could not be read. */
  private publishStale(payload: object, key: string): void {
    this.recentEvents.note(STAFF_ROOM);
    this.recentEvents.note(key);
    this.server.to(ALL_CLIENTS_ROOM).emit('subject.stale', reviewIdFieldsIn(payload));
    // It is not known whose limited scope includes the review, so all staff with a limited scope reconnect.
    this.sockets.closeRooms(key, SOME_CLIENTS_ROOM);
  }

  private async emit<Name extends EventName>(event: Name, payload: EventPayloads[Name]): Promise<void> {
    // Nobody is connected. Browsers that connect later fetch the current state.
    if (this.server.sockets.sockets.size === 0) return;
    for (const { name, staff, to, exceptTo, visitors } of await this.presenters.present(event, payload)) {
      const rooms = await this.roomsOf(to);
      const except = exceptTo ? await this.roomsOf(exceptTo) : [];
      (this.server as Server).to(rooms).except(except).emit(name, staff);
      if (visitors) this.emitToVisitors(name, visitors);
    }
  }

  private roomsOf(audience: StaffAudience): Promise<string[]> {
    const areSomeLimited = (this.server.sockets.adapter.rooms.get(SOME_CLIENTS_ROOM)?.size ?? 0) > 0;
    return this.audiences.findRooms(audience, areSomeLimited);
  }

  private emitToVisitors(name: string, visitors: NonNullable<Emission['visitors']>): void {
    const server = this.server as Server;
    if (visitors.room === ALL_VISITORS) server.except(STAFF_ROOM).emit(name, visitors.payload);
    else {
      const [room, named] = [watchRoom(visitors.room), namedRoom(visitors.room)];
      server.to(room).except(named).emit(name, visitors.payload);
      server.to(named).emit(name, visitors.named ?? visitors.payload);
    }
  }

  private countSockets(): void {
    const staff = this.server.sockets.adapter.rooms.get(STAFF_ROOM)?.size ?? 0;
    liveSockets.set({ audience: 'staff' }, staff);
    liveSockets.set({ audience: 'visitors' }, this.server.sockets.sockets.size - staff);
  }

  /** Whether a handshake may become a connection; otherwise it is answered with the error. */
  private mayConnect(handshake: IncomingMessage): boolean {
    try {
      this.hosts.admit(handshake);
      return true;
    } catch (error) {
      if (error instanceof AppError) handshake.socket.end(rawAnswer(error));
      else this.refusalLog.warn(`A handshake was refused, since it could not be examined: ${String(error)}`);
      return false;
    }
  }

  // Only agencies' hosts are checked, because a main host shows all reviews. The pages reconnect, and get a 404.
  private async closeWatchersWithoutAccess({ name, payload }: PublishedEvent): Promise<void> {
    const room = name === 'review.moved' ? watchRoom(reviewIdIn(payload)!) : null;
    const affected = this.sockets
      .watchersAtAgencyHosts()
      .filter(({ data }) => room === null || watchRoom(data.watched!.reviewId) === room);
    if (affected.length === 0) return;
    try {
      for (const { conn } of await this.hosts.withoutAccess(affected)) conn.close();
    } catch (error) {
      const next = 'visitors at agency domains reconnect';
      this.logFailure(`Failed to check who may still watch after ${name}: ${String(error)}; ${next}`, error);
      for (const { conn } of affected) conn.close();
    }
  }
}

/**
 * Refuses a handshake that names an earlier connection, because Engine.IO would accept it without checks and limits.
 */
function refuseResumption(
  { _query }: IncomingMessage & { _query: { sid?: string } },
  _response: unknown,
  next: (error?: Error) => void,
): void {
  next(_query.sid === undefined ? undefined : new Error('There is no transport to change to'));
}

/** Acknowledges a message of an unknown name with an error. */
function refuseUnknown(message: unknown, ...rest: unknown[]): void {
  const acknowledge = rest.at(-1);
  if (MESSAGES.includes(String(message)) || typeof acknowledge !== 'function') return;
  const error = `There is no message "${String(message).slice(0, 100)}"; this connection takes ${MESSAGES.join(' and ')}.`;
  (acknowledge as (answer: MessageRefusal) => void)({ ok: false, error });
}

/** The key by which events are ordered, and recorded as recent. */
function eventKeyOf(payload: object): string {
  const reviewId = reviewIdIn(payload);
  if (reviewId) return watchRoom(reviewId);
  return 'userIds' in payload ? USERS_KEY : NO_REVIEW_KEY;
}

function refusalOfConnection({ message, code }: AppError): Error {
  return Object.assign(new Error(message), { data: { code } satisfies ConnectRefusal });
}

/** The answer to a `watch` message that was throttled; throws all other errors. */
function toRefusal(error: unknown): MessageRefusal {
  if (!(error instanceof AppError) || !error.extra.retryAfterSeconds) throw error;
  return { ok: false, error: error.message, retryAfterSeconds: error.extra.retryAfterSeconds };
}
