import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { NetworkTraffic } from './connection-limit.js';
import type { LiveSocket } from './open-sockets.js';

/** A connection of Engine.IO, the transport of Socket.IO. */
type Connection = LiveSocket['conn'];
/** The HTTP request of a connection, with the WebSocket that it was upgraded to. */
type Handshake = IncomingMessage & { websocket: EventEmitter & { terminate(): void; pong(): void } };

/** Limits of what a connection may send within a window. Pages send little: what they watch, and pings. */
const WINDOW_MS = 10_000;
const FRAMES_MAX = 200;
const BYTES_MAX = 256_000;
/** Bytes that may wait to be read by the browser. */
const UNREAD_BYTES_MAX = 1_000_000;
/** Memory of an unread packet beside its text, in bytes. */
const PACKET_BYTES = 200;
/** A packet that names a namespace. Only the main namespace exists, which packets do not name. */
const NAMES_NAMESPACE = /^\d+-?\//;

/**
 * Ends a connection that sends more frames (pings included) or bytes than a page needs, alone or together with the
 * others of its network, that does not read what is sent to it, or that asks for a namespace. These limits are on the
 * connection, since Socket.IO's sockets do not see what is sent before or beside them.
 */
export function boundConnection(connection: Connection, traffic: NetworkTraffic): void {
  const { socket, websocket } = connection.request as Handshake;
  const end = (): void => {
    // Closed first, so that packets that were received already are not processed.
    connection.close(true);
    websocket.terminate();
    // The parser continues with what it has read; each failed answer to a ping would throw an error and block the
    // process.
    websocket.pong = () => undefined;
  };
  const newWindow = () => ({ endsAt: performance.now() + WINDOW_MS, frames: 0, bytesBefore: socket.bytesRead });
  let window = newWindow();
  const receive = (frames: number): void => {
    if (socket.destroyed) return;
    if (performance.now() > window.endsAt) window = newWindow();
    window.frames += frames;
    const isTooMuch = traffic.isTooMuch(frames, window.frames);
    if (isTooMuch || window.frames > FRAMES_MAX || socket.bytesRead - window.bytesBefore > BYTES_MAX) end();
  };
  for (const frame of ['message', 'ping', 'pong']) websocket.on(frame, () => receive(1));
  // Counts the bytes of incomplete frames.
  socket.on('data', () => receive(0));
  let queued = 0;
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    queued += PACKET_BYTES + (data?.length ?? 0);
    if (queued + socket.writableLength > UNREAD_BYTES_MAX) end();
  });
  connection.on('flush', () => (queued = 0));
  // Runs before the listener of Socket.IO.
  connection.prependListener('data', (packet: string | Buffer) => {
    if (typeof packet === 'string' && NAMES_NAMESPACE.test(packet)) end();
  });
}
