import { io, type Socket } from 'socket.io-client';
import type { ConnectRequest, StaffEvents, VisitorEvents, WatchAnswer, WatchRequest } from '../src/contract/events.js';
import { STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from './app.js';
import { eventually } from './eventually.js';

type EventName = keyof StaffEvents;

/** A browser's live connection that remembers what it heard. */
export interface Live {
  socket: Socket;
  heard: { name: EventName; payload: unknown }[];
  /** The payloads of one kind of event, in their order. */
  all<Name extends EventName>(name: Name): (StaffEvents & VisitorEvents)[Name][];
  watch(request: WatchRequest | unknown): Promise<WatchAnswer>;
  /** Waits until everything is here that was sent before. */
  settle(): Promise<void>;
}

/**
 * Connects like a page does; the headers are those of its handshake.
 * @throws the error that the connection was refused with
 */
export async function connectLive(
  { url }: TestApp,
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
  const heard: Live['heard'] = [];
  socket.onAny((name: EventName, payload: unknown) => heard.push({ name, payload }));
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
    heard,
    all: (name) => heard.filter((event) => event.name === name).map(({ payload }) => payload as never),
    watch,
    // Its answer comes after all that was sent on the connection before.
    settle: async () => void (await watch(null)),
  };
}

/** Signs in anew and answers the session's cookie. */
export async function sessionCookie(app: TestApp): Promise<string> {
  await app.staff();
  const login = await app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
  return login.get('Set-Cookie')![0]!.split(';')[0]!;
}

/** Waits until the connection heard such an event since then. */
export function heardBy(live: Live, name: EventName, matches: (payload: never) => boolean = () => true): Promise<void> {
  return eventually(() => {
    if (live.all(name).some((payload) => matches(payload as never))) return;
    throw new Error(`${name} was not heard, but ${live.heard.map((event) => event.name).join(', ') || 'nothing'}`);
  });
}
