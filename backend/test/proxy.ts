import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to another server that can be cut. */
export interface Proxy {
  /** The other server's address, by way of the proxy. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections again, at the same address. */
  mend(): Promise<void>;
}

/** Puts a proxy on loopback before a server; `url` is that server's address and must name its port. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => listen(port),
  };
}
