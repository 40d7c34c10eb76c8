import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** What a process measured: by name, and by name with labels as Prometheus writes them. */
export type Measures = Map<string, number>;

/** The variable that makes a process of the product answer what it measures, and the way to ask it. */
export async function measured(): Promise<{ env: { METRICS: string }; measure(): Promise<Measures> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return { env: { METRICS: String(port) }, measure: () => scrapeAt(`http://127.0.0.1:${port}/api/metrics`) };
}

async function scrapeAt(url: string): Promise<Measures> {
  const text = await (await fetch(url)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
