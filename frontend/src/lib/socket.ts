import type { ErrorCode } from '@gmb-moments/backend/contract/errors';
import type {
  Audience,
  ClientMessages,
  ConnectRefusal,
  ConnectRequest,
  StaffEvents,
  VisitorEvents,
  WatchRequest,
} from '@gmb-moments/backend/contract/events';
import { MISSED_MARGIN_MS } from '@gmb-moments/backend/contract/limits';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

/** The one socket of the page. Staff and visitors hear events of the same names; the caller knows which it is. */

export type Connection = 'connecting' | 'live' | 'reconnecting';
export type EventMap = StaffEvents | VisitorEvents;
type Handler = (payload: never) => void;
type LiveSocket = Socket<Record<string, Handler>, ClientMessages>;

/** What is heard: events by their names, and what becomes of the connection. */
const handlers = new Map<string, Set<Handler>>();
const OUTCOMES = ['connect', 'disconnect', 'connect_error'] as const;
/** How long to wait before the library is asked for again, where it could not be loaded. */
const LOAD_AGAIN_MS = 5000;
/** How long to wait before the connection is asked for again that the server ended, or refused. */
const ENDED_MS = 1000;
const REFUSED_MS = 3000;

/** Once the library is there, which the first paint does not wait for. */
let socket: LiveSocket | undefined;
let wanted = false;
let audience: Audience = 'visitor';
/** How often it connected since the page was opened. */
let connections = 0;
/** Whether the first attempt to connect has ended, well or not. */
let tried = false;

/** Connects: as staff, who must be signed in, or as a visitor, whether signed in or not. The answer disconnects. */
export function connect(as: Audience): () => void {
  if (as !== audience) socket?.disconnect();
  audience = as;
  wanted = true;
  tried = false;
  void open();
  return () => {
    wanted = false;
    socket?.disconnect();
  };
}

/** Connects once more, with the session of now. */
export function reconnect(): void {
  if (wanted) socket?.disconnect().connect();
}

async function open(): Promise<void> {
  try {
    const { io } = await import('socket.io-client');
    socket ??= create(io);
    if (wanted) socket.connect();
  } catch {
    tell('connect_error');
    setTimeout(() => wanted && void open(), LOAD_AGAIN_MS);
  }
}

function create(io: typeof import('socket.io-client').io): LiveSocket {
  const created: LiveSocket = io({
    transports: ['websocket'],
    autoConnect: false,
    withCredentials: true,
    auth: (send) => send({ as: audience } satisfies ConnectRequest),
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  });
  created.onAny(tell);
  for (const outcome of OUTCOMES) created.on(outcome, (detail?: unknown) => tell(outcome, detail));
  // Socket.IO reconnects by itself except when the server closed the connection on purpose, or refused it.
  const connectAgain = (afterMs: number): void => {
    const isLeft = (): boolean => wanted && !created.active;
    if (isLeft()) setTimeout(() => isLeft() && created.connect(), afterMs);
  };
  created.on('disconnect', () => connectAgain(ENDED_MS));
  created.on('connect_error', () => connectAgain(REFUSED_MS));
  return created;
}

function tell(name: string, payload?: unknown): void {
  if (name === 'connect') connections += 1;
  if (name === 'connect' || name === 'connect_error') tried = true;
  for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never);
}

function on(name: string, handler: Handler): () => void {
  const known = handlers.get(name) ?? new Set();
  handlers.set(name, known.add(handler));
  return () => void known.delete(handler);
}

/** Hears one event; the answer stops hearing it. */
export function listen<Events extends EventMap, Name extends keyof Events & string>(
  name: Name,
  handler: (payload: Events[Name]) => void,
): () => void {
  return on(name, handler);
}

/** Calls back now if connected, and after each (re)connection. The answer stops that. */
export function onConnect(handler: () => void): () => void {
  if (socket?.connected) handler();
  return on('connect', handler);
}

/** Calls back with the reason each time that the server refuses the connection. The answer stops that. */
export function onRefused(handler: (code: ErrorCode) => void): () => void {
  return on('connect_error', (error: { data?: ConnectRefusal } | undefined) => error?.data && handler(error.data.code));
}

/** Asks to hear about one public link, and waits until it is so. */
export function watch(request: WatchRequest): Promise<unknown> {
  return new Promise((heard) => socket?.emit('watch', request, heard));
}

/** Whether something may have happened that was neither read since the page was opened nor heard. */
export async function hasMissed(): Promise<boolean> {
  if (!socket || connections > 1) return true;
  // By the clock, which goes on while a computer sleeps.
  const ageMs = Date.now() - performance.timeOrigin;
  return socket
    .timeout(MISSED_MARGIN_MS)
    .emitWithAck('missed', ageMs)
    .then(({ missed }) => missed)
    .catch(() => true);
}

/** Whether live events arrive at the moment. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection);
}

function connection(): Connection {
  if (socket?.connected) return 'live';
  return tried ? 'reconnecting' : 'connecting';
}

function subscribe(changed: () => void): () => void {
  const stops = OUTCOMES.map((outcome) => on(outcome, changed));
  return () => stops.forEach((stop) => stop());
}
