import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can interrupt, delay or slow down the connections to a server. */
export interface Proxy {
  /** URL of the server through the proxy. */
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** New connections lead to another server, as after a change of its name's address; those that stand stay. */
  leadTo(url: string): void;
  /**
   * Drops all data without closing connections, as a broken network does. Connections that exist before `restore` never
   * recover.
   */
  hang(): void;
  /** Resets every connection after this many further bytes towards the server. */
  resetAfter(bytes: number): void;
  /** Limits the rate towards the server. */
  slow(bytesPerSecond: number): void;
  /** Delays everything in each direction, as a network with a high latency does. */
  delay(milliseconds: number): void;
  /** Accepts new connections at the same address again, without interference. */
  restore(): Promise<void>;
}

/** The current interference with connections. */
interface State {
  isSilent: boolean;
  resetAfter: number;
  bytesPerSecond: number;
  delayMs: number;
}

const NO_INTERFERENCE: State = { isSilent: false, resetAfter: Infinity, bytesPerSecond: Infinity, delayMs: 0 };

/** Starts a proxy on loopback in front of a server. `url` is the server's URL and must contain its port. */
export async function startProxy(url: string): Promise<Proxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  let state = NO_INTERFERENCE;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    links.add(join(incoming, outgoing, state));
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const change = (changed: Partial<State>): void => {
    state = { ...state, ...changed };
    for (const link of links) link.follow(state);
  };
  return {
    url: through.href,
    cut: () =>
      new Promise((resolve) => {
        links.clear();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    leadTo: (other) => void (target = new URL(other)),
    hang: () => change({ isSilent: true }),
    resetAfter: (bytes) => change({ resetAfter: bytes }),
    slow: (bytesPerSecond) => change({ bytesPerSecond }),
    delay: (delayMs) => change({ delayMs }),
    restore: async () => {
      // Hanging connections never recover.
      for (const link of links) if (state.isSilent) links.delete(link);
      change(NO_INTERFERENCE);
      if (!server.listening) await listen(port);
    },
  };
}

/** The two sockets of one proxied connection. */
interface Link {
  follow(state: State): void;
}

function join(incoming: Socket, outgoing: Socket, first: State): Link {
  let state = first;
  let sent = 0;
  const end = (): void => {
    if (state.isSilent) return;
    // Pending data is still delivered.
    incoming.destroySoon();
    outgoing.destroySoon();
  };
  const pass = (to: Socket, chunk: Buffer): void => {
    if (state.delayMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), state.delayMs);
  };
  incoming.on('data', (chunk: Buffer) => {
    if (state.isSilent) return;
    sent += chunk.length;
    if (sent > state.resetAfter) return incoming.resetAndDestroy();
    pass(outgoing, chunk);
    pauseFor(incoming, (chunk.length / state.bytesPerSecond) * 1000);
  });
  outgoing.on('data', (chunk: Buffer) => void (state.isSilent || pass(incoming, chunk)));
  for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end);
  return {
    follow: (next) => {
      if (next.resetAfter !== state.resetAfter) sent = 0;
      state = next;
    },
  };
}

function pauseFor(socket: Socket, milliseconds: number): void {
  if (milliseconds < 1) return;
  socket.pause();
  setTimeout(() => socket.resume(), milliseconds);
}
