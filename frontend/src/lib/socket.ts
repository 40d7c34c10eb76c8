import type { ErrorCode } from '@gmb-moments/backend/contract/errors';
import type {
  Audience,
  BrowserMessages,
  ConnectRefusal,
  ConnectRequest,
  StaffEvents,
  VisitorEvents,
  WatchRequest,
} from '@gmb-moments/backend/contract/events';
import { MISSED_MARGIN_MS } from '@gmb-moments/backend/contract/limits';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { reviewLink } from './review-link';

/** The page's only Socket.IO connection. Staff and visitors receive different payloads under the same event names. */

export type Connection = 'connecting' | 'live' | 'reconnecting';
export type EventMap = StaffEvents | VisitorEvents;
type Handler = (payload: never) => void;
type LiveSocket = Socket<Record<string, Handler>, BrowserMessages>;

/** Handlers by event name: live events and the connection's own events. */
const handlers = new Map<string, Set<Handler>>();
const CONNECTION_EVENTS = ['connect', 'disconnect', 'connect_error'] as const;
/**
 * Delays before a retry: of loading the library, and of connecting after the server closed or refused the connection.
 */
const RELOAD_MS = 5000;
const CLOSED_MS = 1000;
const REFUSED_MS = 3000;

/** `undefined` until the library is loaded, which happens after the first paint. */
let socket: LiveSocket | undefined;
let isWanted = false;
let audience: Audience = 'visitor';
/** Number of connections since `connect` was called. */
let connections = 0;
/** Whether an attempt to connect has ended, successfully or not. */
let hasTried = false;

/** Connects as staff, which needs a session, or as a visitor. The returned function disconnects. */
export function connect(as: Audience): () => void {
  if (as !== audience) socket?.disconnect();
  audience = as;
  isWanted = true;
  hasTried = false;
  void open();
  return () => {
    isWanted = false;
    connections = 0;
    socket?.disconnect();
  };
}

/** Reconnects, so that the server reads the current session. */
export function reconnect(): void {
  if (isWanted) socket?.disconnect().connect();
}

async function open(): Promise<void> {
  try {
    const { io } = await import('socket.io-client');
    socket ??= create(io);
    if (isWanted) socket.connect();
  } catch {
    dispatch('connect_error');
    setTimeout(() => isWanted && void open(), RELOAD_MS);
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
  created.onAny(dispatch);
  for (const name of CONNECTION_EVENTS) created.on(name, (detail?: unknown) => dispatch(name, detail));
  // Socket.IO reconnects by itself except when the server closed the connection on purpose, or refused it.
  const retry = (afterMs: number): void => {
    const isClosed = (): boolean => isWanted && !created.active;
    if (isClosed()) setTimeout(() => isClosed() && created.connect(), afterMs);
  };
  created.on('disconnect', () => retry(CLOSED_MS));
  created.on('connect_error', () => retry(REFUSED_MS));
  return created;
}

function dispatch(name: string, payload?: unknown): void {
  if (name === 'connect') connections += 1;
  if (name === 'connect' || name === 'connect_error') hasTried = true;
  for (const handler of [...(handlers.get(name) ?? [])]) handler(payload as never);
}

function addHandler(name: string, handler: Handler): () => void {
  const known = handlers.get(name) ?? new Set();
  handlers.set(name, known.add(handler));
  return () => void known.delete(handler);
}

/** Registers a handler for a live event; the returned function removes it. */
export function onEvent<Events extends EventMap, Name extends keyof Events & string>(
  name: Name,
  handler: (payload: Events[Name]) => void,
): () => void {
  return addHandler(name, handler);
}

/** Registers a handler for each connection, called at once if connected already. The returned function removes it. */
export function onConnect(handler: () => void): () => void {
  if (socket?.connected) handler();
  return addHandler('connect', handler);
}

/**
 * Registers a handler for when the socket reconnects or the browser is back online. The returned function removes it.
 */
export function onReconnect(handler: () => void): () => void {
  const stop = addHandler('connect', handler);
  window.addEventListener('online', handler);
  return () => {
    stop();
    window.removeEventListener('online', handler);
  };
}

/** Registers a handler for when the server refuses the connection. The returned function removes it. */
export function onRefused(handler: (code: ErrorCode) => void): () => void {
  return addHandler(
    'connect_error',
    (error: { data?: ConnectRefusal } | undefined) => error?.data && handler(error.data.code),
  );
}

/** Subscribes to the events of one public link; resolves with the server's acknowledgement. */
export function watch(request: WatchRequest): Promise<unknown> {
  const token = reviewLink();
  const named = token ? { ...request, reviewLink: token } : request;
  return new Promise((resolve) => socket?.emit('watch', named, resolve));
}

/** Whether an event may have been missed between the page load and the connection. */
export async function hasMissed(): Promise<boolean> {
  if (!socket || connections > 1) return true;
  // The wall clock continues while the computer sleeps, unlike `performance.now()`.
  const ageMs = Date.now() - performance.timeOrigin;
  return socket
    .timeout(MISSED_MARGIN_MS)
    .emitWithAck('missed', ageMs)
    .then(({ missed }) => missed)
    .catch(() => true);
}

/** The current state of the live connection. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection, () => 'connecting');
}

function connection(): Connection {
  if (socket?.connected) return 'live';
  return hasTried ? 'reconnecting' : 'connecting';
}

function subscribe(changed: () => void): () => void {
  const stops = CONNECTION_EVENTS.map((name) => addHandler(name, changed));
  return () => stops.forEach((stop) => stop());
}
