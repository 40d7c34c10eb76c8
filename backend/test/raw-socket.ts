import { once } from 'node:events';
import { connect } from 'node:net';
import { stretched } from './stretched.js';

const DEADLINE_MS = 10_000;

/**
 * Says these bytes to a server, one piece after the other, and answers what it says until it closes the connection,
 * which it must do in time.
 */
export async function speak(url: string, ...pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  // A server that closes while we speak resets the connection; what it said before counts.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const late = setTimeout(() => {
    received.push(Buffer.from('\nThe connection stayed open.'));
    socket.destroy();
  }, stretched(DEADLINE_MS));
  for (const piece of pieces) socket.write(piece);
  await closed;
  clearTimeout(late);
  return Buffer.concat(received).toString('latin1');
}
