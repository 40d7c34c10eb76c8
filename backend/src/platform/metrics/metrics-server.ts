import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { ConfigError, type Config } from '../../config.js';
import { scrape } from './metrics.js';

const NOT_FOUND = 'Here are GET /api/metrics and GET /api/health/ready.\n';

/**
 * Answers `GET /api/metrics` on a port of its own, which only the monitoring reaches, and `GET /api/health/ready`: 503 until
 * the process has started, which a worker has once the database has all migrations.
 * @throws ConfigError if the port cannot be opened
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  hasStarted: () => boolean = () => true,
): Promise<Server> {
  const logger = new Logger('Metrics');
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    if (path === '/api/health/ready') return answerReady(response, hasStarted());
    if (path !== '/api/metrics') return void response.writeHead(404).end(NOT_FOUND);
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
  // An open connection of the monitoring must not keep the process alive.
  return server.unref();
}

function answerReady(response: ServerResponse, isReady: boolean): void {
  response.writeHead(isReady ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ status: isReady ? 'ok' : 'starting' }));
}
