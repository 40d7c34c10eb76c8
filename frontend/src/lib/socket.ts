import type {
  ClientMessages,
  Handlers,
  StaffEvents,
  VisitorEvents,
  WatchRequest,
} from '@gmb-moments/backend/contract/events';
import { useSyncExternalStore } from 'react';
import { io, type Socket } from 'socket.io-client';

/** The one socket of the page. Staff and visitors hear events of the same names; the caller knows which it is. */

export type Connection = 'connecting' | 'live' | 'reconnecting';
export type EventMap = StaffEvents | VisitorEvents;
type LiveSocket = Socket<Handlers<Record<string, never>>, ClientMessages>;

const socket: LiveSocket = io({
  transports: ['websocket'],
  autoConnect: false,
  withCredentials: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: 5000,
});

let wanted = false;
/** Whether the first attempt to connect has ended, well or not. */
let tried = false;

for (const outcome of ['connect', 'connect_error'] as const) socket.on(outcome, () => (tried = true));

// Socket.IO reconnects by itself except when the server closed the connection on purpose.
socket.on('disconnect', (reason) => {
  if (wanted && reason === 'io server disconnect') setTimeout(() => wanted && socket.connect(), 1000);
});

/** Connects; the answer disconnects. */
export function connect(): () => void {
  wanted = true;
  tried = false;
  socket.connect();
  return () => {
    wanted = false;
    socket.disconnect();
  };
}

/** Hears one event; the answer stops hearing it. */
export function listen<Events extends EventMap, Name extends keyof Events & string>(
  name: Name,
  handler: (payload: Events[Name]) => void,
): () => void {
  const anySocket = socket as unknown as Socket;
  anySocket.on(name as string, handler);
  return () => void anySocket.off(name as string, handler);
}

/** Calls back now if connected, and after each (re)connection. The answer stops that. */
export function onConnect(handler: () => void): () => void {
  socket.on('connect', handler);
  if (socket.connected) handler();
  return () => void socket.off('connect', handler);
}

/** Asks to hear about one public link, and waits until it is so. */
export function watch(request: WatchRequest): Promise<unknown> {
  return new Promise((heard) => socket.emit('watch', request, heard));
}

/** Whether live events arrive at the moment. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection);
}

function connection(): Connection {
  if (socket.connected) return 'live';
  return tried ? 'reconnecting' : 'connecting';
}

function subscribe(changed: () => void): () => void {
  socket.on('connect', changed);
  socket.on('disconnect', changed);
  socket.on('connect_error', changed);
  return () => {
    socket.off('connect', changed);
    socket.off('disconnect', changed);
    socket.off('connect_error', changed);
  };
}
