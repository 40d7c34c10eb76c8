import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.js';
import { httpSeconds } from '../metrics/metrics.js';
import { onBehalfOf, requestIdOf } from '../http/request-id.js';

/** Measures every request, and logs those to the API: in production always, otherwise at level `debug`. */
export function accessLog({ production }: Pick<Config, 'production'>): RequestHandler {
  const logger = new Logger('Http');
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const { method } = request;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      httpSeconds.observe({ method, route, status }, seconds);
      // Health checks come every few seconds.
      if (!route.startsWith('/api') || route.startsWith('/api/health')) return;
      const line = `${method} ${route} ${status} in ${Math.round(seconds * 1000)} ms`;
      onBehalfOf(requestIdOf(request), () => (production ? logger.log(line) : logger.debug(line)));
    });
    next();
  };
}

// The route's pattern instead of the URL: public links are secrets, and metrics need few labels.
function routeOf({ route, path, originalUrl }: Request): string {
  const pattern = (route as { path?: unknown } | undefined)?.path;
  if (typeof pattern === 'string') return pattern;
  const [, first = ''] = originalUrl.split(/[/?]/);
  return ['api', 'media', 'assets', 'socket.io', 'admin'].includes(first) && path ? `/${first}/…` : 'page';
}
