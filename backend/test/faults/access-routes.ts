import { createBullBoard } from '@bull-board/api';
import { ExpressAdapter } from '@bull-board/express';
import type { Express } from 'express';
import { BOARD_PATH } from '../../src/queue-board.js';

/** A layer of Express's router, as far as it matters here. */
interface Layer {
  name: string;
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** `GET /api/clients/:id`: every route of the running application, those of the board included. */
export function routesOf(express: Express): string[] {
  return [...routesIn(layersOf(express), ''), ...boardRoutes()];
}

/** Names of all that stands beside the routes, in its order; it sees every request, and may answer. */
export function middlewareOf(express: Express): string[] {
  return layersOf(express)
    .filter(({ route }) => !route)
    .map(({ name }) => name);
}

function layersOf(express: unknown): Layer[] {
  return (express as { router: { stack: Layer[] } }).router.stack;
}

function routesIn(layers: Layer[], mount: string): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return routesIn(handle.stack ?? [], mount);
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
    return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${mount}${path}`));
  });
}

// An application within ours hides its routes, so they are those of one that is made in the same way.
function boardRoutes(): string[] {
  const board = new ExpressAdapter();
  createBullBoard({ queues: [], serverAdapter: board });
  return routesIn(layersOf(board.getRouter()), BOARD_PATH);
}
