import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Logger } from '@nestjs/common';
import { ConfigError, type Config } from '../config.js';
import { scrape } from './metrics.js';

/**
 * Answers `GET /api/metrics` on a port of its own, which nobody but the monitoring reaches.
 * @throws ConfigError where the port cannot be opened
 */
export async function serveMetrics({ host, port }: NonNullable<Config['metrics']>): Promise<Server> {
  const logger = new Logger('Metrics');
  const server = createServer((request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?')[0] === '/api/metrics';
    if (!isScrape) return void response.writeHead(404).end('The metrics are at GET /api/metrics.\n');
    scrape().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      (error: unknown) => {
        logger.error(error instanceof Error ? error.stack : String(error));
        response.writeHead(500).end('The metrics could not be collected.\n');
      },
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`METRICS: got "${host}:${port}", which cannot be opened (${reason}): choose a free port`);
  }
  // The monitoring must not hold up the end of the process.
  return server.unref();
}
