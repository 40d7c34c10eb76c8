import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { NetworkTraffic } from './connection-limit.js';
import type { LiveSocket } from './open-sockets.js';

/** A connection of Engine.IO, which carries the packets of Socket.IO. */
type Connection = LiveSocket['conn'];
/** Its first request, with the WebSocket of which the connection consists. */
type Handshake = IncomingMessage & { websocket: EventEmitter & { terminate(): void; pong(): void } };

/** What a connection may send within a time: a page says what it watches, and hardly anything after that. */
const WINDOW_MS = 10_000;
const MAX_FRAMES = 200;
const MAX_BYTES = 256_000;
/** What a browser may leave unread of what was sent to it. */
const MAX_UNREAD_BYTES = 1_000_000;
/** What an unread packet takes beside its text. */
const PACKET_BYTES = 200;
/** A packet that names a namespace. There is none but the main one, which is not named. */
const NAMESPACED = /^\d+-?\//;

/**
 * Ends a connection that sends more frames or bytes than a page needs, pings included, alone or together with the others of its
 * network, that leaves unread what is sent to it, or that asks for a namespace. Bounds on Socket.IO's sockets would not see what is sent before or beside them.
 */
export function boundConnection(connection: Connection, traffic: NetworkTraffic): void {
  const { socket, websocket } = connection.request as Handshake;
  const end = (): void => {
    // Closed first, so that nothing more of what has come in is worked on.
    connection.close(true);
    websocket.terminate();
    // The parser goes on with what it has read: an error for each answer that cannot be sent would hold everybody up.
    websocket.pong = () => undefined;
  };
  const begin = () => ({ endsAt: performance.now() + WINDOW_MS, frames: 0, bytesBefore: socket.bytesRead });
  let window = begin();
  const receive = (frames: number): void => {
    if (socket.destroyed) return;
    if (performance.now() > window.endsAt) window = begin();
    window.frames += frames;
    const isTooMuch = traffic.isTooMuch(frames, window.frames);
    if (isTooMuch || window.frames > MAX_FRAMES || socket.bytesRead - window.bytesBefore > MAX_BYTES) end();
  };
  for (const frame of ['message', 'ping', 'pong']) websocket.on(frame, () => receive(1));
  // Parts of frames, and of messages, are no frames yet.
  socket.on('data', () => receive(0));
  let queued = 0;
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    queued += PACKET_BYTES + (data?.length ?? 0);
    if (queued + socket.writableLength > MAX_UNREAD_BYTES) end();
  });
  connection.on('flush', () => (queued = 0));
  // Before Socket.IO reads it.
  connection.prependListener('data', (packet: string | Buffer) => {
    if (typeof packet === 'string' && NAMESPACED.test(packet)) end();
  });
}
