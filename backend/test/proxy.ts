import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to another server that can be cut. */
export interface Proxy {
  /** The other server's address, by way of the proxy. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /**
   * Falls silent, as behind a broken network: what is sent gets lost, and nobody is told. Connections of before and
   * meanwhile stay so for ever.
   */
  hang(): void;
  /** Breaks every connection after so many further bytes towards the other server. */
  resetAfter(bytes: number): void;
  /** Lets so many bytes a second through towards the other server. */
  slow(bytesPerSecond: number): void;
  /** Takes connections again, at the same address, and treats them well. */
  mend(): Promise<void>;
}

/** How new connections fare, and what can still be done to those that are there. */
interface State {
  isSilent: boolean;
  resetAfter: number;
  bytesPerSecond: number;
}

const WELL: State = { isSilent: false, resetAfter: Infinity, bytesPerSecond: Infinity };

/** Puts a proxy on loopback before a server; `url` is that server's address and must name its port. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  let state = WELL;
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
    hang: () => change({ isSilent: true }),
    resetAfter: (bytes) => change({ resetAfter: bytes }),
    slow: (bytesPerSecond) => change({ bytesPerSecond }),
    mend: async () => {
      // Those that fell silent are not told of anything any more.
      for (const link of links) if (state.isSilent) links.delete(link);
      change(WELL);
      if (!server.listening) await listen(port);
    },
  };
}

/** Two connections that are one by way of the proxy. */
interface Link {
  follow(state: State): void;
}

function join(incoming: Socket, outgoing: Socket, first: State): Link {
  let state = first;
  let sent = 0;
  const end = (): void => {
    if (state.isSilent) return;
    // What is on its way still arrives.
    incoming.destroySoon();
    outgoing.destroySoon();
  };
  incoming.on('data', (chunk: Buffer) => {
    if (state.isSilent) return;
    sent += chunk.length;
    if (sent > state.resetAfter) return incoming.resetAndDestroy();
    outgoing.write(chunk);
    pauseFor(incoming, (chunk.length / state.bytesPerSecond) * 1000);
  });
  outgoing.on('data', (chunk: Buffer) => void (state.isSilent || incoming.write(chunk)));
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
