import { format } from 'node:util';
import { ConsoleLogger, Logger, type LogLevel } from '@nestjs/common';
import type { Config } from '../../config.js';
import { currentRequestId } from '../http/request-id.js';
import { printable } from '../sanitize-text.js';

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
/** How many of `LEVELS`, from the first, each value of `LOG_LEVEL` prints. */
const LEVEL_COUNT = { error: 2, warn: 3, info: 4, debug: 5 } as const;

/** Log contexts of Nest's own start-up messages, about a hundred lines per start. */
const NEST_STARTUP_CONTEXTS = new Set([
  'InstanceLoader',
  'NestFactory',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'WebSocketsController',
]);

/**
 * Logs to stdout with the id of the current request; as JSON lines in production. Nest's start-up messages are logged
 * at level `debug`.
 */
export class ProductLogger extends ConsoleLogger {
  constructor({ logLevel, production }: Pick<Config, 'logLevel' | 'production'>) {
    super({
      json: production,
      colors: Boolean(process.stdout.isTTY),
      logLevels: LEVELS.slice(0, LEVEL_COUNT[logLevel]),
    });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && NEST_STARTUP_CONTEXTS.has(context)) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger['getJsonLogObject']>) {
    const requestId = currentRequestId();
    const line = super.getJsonLogObject(...args);
    const message = typeof line.message === 'string' ? printable(line.message) : line.message;
    return { ...line, message, ...(requestId && { requestId }) };
  }

  protected override stringifyMessage(message: unknown, level: LogLevel): string {
    const requestId = currentRequestId();
    const text = super.stringifyMessage(typeof message === 'string' ? printable(message) : message, level);
    return requestId ? `${text} (request ${requestId})` : text;
  }
}

/**
 * Prints `console` output of libraries and warnings of Node as JSON lines, since log collectors expect one JSON line
 * per event.
 */
export function logEverythingAsJson(): void {
  Logger.overrideLogger(new ProductLogger({ production: true, logLevel: 'info' }));
  const logger = new Logger('Process');
  console.error = (...values: unknown[]) => logger.error(format(...values));
  console.warn = (...values: unknown[]) => logger.warn(format(...values));
  console.log = console.info = (...values: unknown[]) => logger.log(format(...values));
  console.debug = (...values: unknown[]) => logger.debug(format(...values));
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn(`${name}: ${message}`));
}
