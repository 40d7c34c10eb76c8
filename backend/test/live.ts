import { io, type Socket } from 'socket.io-client';
import type { ConnectRequest, StaffEvents, VisitorEvents, WatchAnswer, WatchRequest } from '../src/contract/events.js';
import { STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from './app.js';
import { eventually } from './eventually.js';

type EventName = keyof StaffEvents;

/** A browser's live connection that remembers what it received. */
export interface Live {
  socket: Socket;
  received: { name: EventName; payload: unknown }[];
  /** The payloads of one kind of event, in their order. */
  all<Name extends EventName>(name: Name): (StaffEvents & VisitorEvents)[Name][];
  watch(request: WatchRequest | unknown): Promise<WatchAnswer>;
  /** Waits until everything is here that was sent before. */
  flush(): Promise<void>;
}

/**
 * Connects like a page does; the headers are those of its handshake.
 * @throws the error that the connection was refused with
 */
export async function connectLive(
  { url, documented }: TestApp,
  headers: Record<string, string> = {},
  auth: ConnectRequest = {},
): Promise<Live> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: headers,
    auth,
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
  });
  const received: Live['received'] = [];
  socket.onAny((name: EventName, payload: unknown) => {
    received.push({ name, payload });
    documented.compareEvent(name, payload);
  });
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Error): void => {
      socket.disconnect();
      reject(error);
    };
    socket.once('connect_error', refused);
    // From now on it comes back by itself, as a page does.
    socket.once('connect', () => {
      socket.off('connect_error', refused);
      resolve();
    });
  });
  const watch: Live['watch'] = (request) => socket.timeout(10_000).emitWithAck('watch', request);
  return {
    socket,
    received,
    all: (name) => received.filter((event) => event.name === name).map(({ payload }) => payload as never),
    watch,
    // Its response arrives after everything sent on the connection before.
    flush: async () => void (await watch(null)),
  };
}

/** Signs in with a new session and returns its cookie. */
export async function sessionCookie(app: TestApp): Promise<string> {
  await app.staff();
  const login = await app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
  return login.get('Set-Cookie')![0]!.split(';')[0]!;
}

/** Waits until the connection has received a matching event. */
export function waitForEvent(
  live: Live,
  name: EventName,
  matches: (payload: never) => boolean = () => true,
): Promise<void> {
  return eventually(() => {
    if (live.all(name).some((payload) => matches(payload as never))) return;
    throw new Error(
      `${name} was not received, but ${live.received.map((event) => event.name).join(', ') || 'nothing'}`,
    );
  });
}
