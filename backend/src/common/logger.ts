import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import type { Config } from '../config.js';
import { currentRequestId } from './trace.js';

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
const LAST_LEVEL = { error: 2, warn: 3, info: 4, debug: 5 } as const;

/** What the framework says at each start: a hundred lines that nobody reads unless something is wrong. */
const START_UP = new Set([
  'InstanceLoader',
  'NestFactory',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'WebSocketsController',
]);

/** Logs to the terminal with the id of the request at hand, as JSON lines in production; the framework's start-up shows at level `debug` only. */
export class ProductLogger extends ConsoleLogger {
  constructor({ logLevel, production }: Pick<Config, 'logLevel' | 'production'>) {
    super({
      json: production,
      colors: Boolean(process.stdout.isTTY),
      logLevels: LEVELS.slice(0, LAST_LEVEL[logLevel]),
    });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && START_UP.has(context)) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger['getJsonLogObject']>) {
    const requestId = currentRequestId();
    return { ...super.getJsonLogObject(...args), ...(requestId && { requestId }) };
  }

  protected override stringifyMessage(message: unknown, level: LogLevel): string {
    const requestId = currentRequestId();
    const text = super.stringifyMessage(message, level);
    return requestId ? `${text} (request ${requestId})` : text;
  }
}
