import { SetMetadata } from '@nestjs/common';
import type { Permission } from '../contract/roles.js';

const ACCESS = 'access';
const MAIN_HOST_ONLY = 'mainHostOnly';

/** What a route requires: a permission of a member of staff, or nothing. */
export type Access = Permission | 'public';

/** Opens a route to the members of staff whose role has the permission. Each route has this, or `@Public()`. */
export const Can = (permission: Permission): MethodDecorator => SetMetadata(ACCESS, permission);

/** Opens a route to everybody. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, 'public');

/** Marks a public route that agency domains do not offer, such as the login. */
export const MainHostOnly = (): MethodDecorator & ClassDecorator => SetMetadata(MAIN_HOST_ONLY, true);

/** What the route of a controller's method requires; `undefined` if neither says it. */
export function accessOf(handler: object, controller: object): Access | undefined {
  return read<Access>(ACCESS, handler, controller);
}

export function isMainHostOnly(handler: object, controller: object): boolean {
  return read<true>(MAIN_HOST_ONLY, handler, controller) ?? false;
}

function read<Value>(key: string, handler: object, controller: object): Value | undefined {
  return (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as Value | undefined;
}
