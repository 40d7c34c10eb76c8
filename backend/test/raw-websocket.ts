import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const PATH = '/socket.io/?EIO=4&transport=websocket';

/** What asks for a live connection, as the first words on a connection. */
export function handshake(path = PATH, headers = ''): string {
  const key = randomBytes(16).toString('base64');
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}${headers}\r\n`;
}

/** Opens a live connection of which nothing more is read than the answer to its handshake. */
export async function openUnread(url: string, path = PATH): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(handshake(path));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString('latin1'));
  return socket.pause();
}

export const TEXT = 1;
export const PING = 9;
/** The first part of a message whose end comes in another frame. */
export const PART = 0x101;

/** A frame from a browser, whose mask is zero. */
export function frame(kind: number, payload = ''): Buffer {
  const bytes = Buffer.from(payload);
  const isLong = bytes.length > 125;
  const head = Buffer.from([kind === PART ? TEXT : 0x80 | kind, 0x80 | (isLong ? 126 : bytes.length)]);
  const length = Buffer.alloc(isLong ? 2 : 0);
  if (isLong) length.writeUInt16BE(bytes.length);
  return Buffer.concat([head, length, Buffer.alloc(4), bytes]);
}
