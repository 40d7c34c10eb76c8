import 'reflect-metadata';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { routesOf, type Route } from '../src/access/routes.js';
import { ApiModule } from '../src/api.module.js';
import { PERMISSIONS, PROGRAM_PERMISSIONS, type Permission, type Role } from '../src/contract/roles.js';
import { loadConfig } from '../src/config.js';
import { HttpAdapter } from '../src/platform/http/server.js';

const HEAD = 'Written by `npm run documents`, so that a review shows when somebody may do something else than before.';

/** The roles of each permission, and the permission of each route. */
export async function permissionsList(): Promise<string> {
  const config = loadConfig({ SESSION_SECRET: 'not used by the list' });
  const module = ApiModule.for(config, 'postgres://not-used.invalid');
  const app = await NestFactory.create(module, new HttpAdapter(), { preview: true, logger: ['error'] });
  const routes = routesOf(app.get(ModulesContainer, { strict: false }));
  await app.close();
  const roles = (Object.entries(PERMISSIONS) as [Permission, readonly Role[]][]).map(([permission, allowed]) => [
    permission,
    allowed.join(', ') + (PROGRAM_PERMISSIONS.has(permission) ? '; API keys of these' : ''),
  ]);
  const lines = routes.map((route) => [`${route.method.padEnd(6)} ${route.path}`, accessText(route)]);
  return [HEAD, table(roles), table(lines.toSorted(byPath))].join('\n\n') + '\n';
}

function accessText({ access, isMainHostOnly }: Route): string {
  if (access !== 'public') return access ?? 'NOTHING';
  return isMainHostOnly ? 'everybody, on main hosts' : 'everybody';
}

function byPath([one = '']: string[], [other = '']: string[]): number {
  return one.slice(7) < other.slice(7) ? -1 : 1;
}

function table(rows: string[][]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second]) => `${first.padEnd(width)}  ${second}`).join('\n');
}
