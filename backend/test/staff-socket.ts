import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from './app.js';

/** One event that a socket received. */
export interface Received {
  name: string;
  payload: Record<string, unknown>;
}

/** A browser of staff that listens, and all that it received, oldest first. */
export async function staffSocket(app: TestApp): Promise<{ received: Received[]; close(): void }> {
  await app.staff();
  const answer = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: STAFF_EMAIL, password: STAFF_PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  const socket: Socket = io(app.url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: cookie.join('; ') },
  });
  const received: Received[] = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => void received.push({ name, payload }));
  await once(socket as unknown as NodeJS.EventEmitter, 'connect');
  return { received, close: () => void socket.disconnect() };
}
