import { SetMetadata } from '@nestjs/common';
import type { Permission } from '../contract/roles.js';

const ACCESS = 'access';
const MAIN_HOST_ONLY = 'mainHostOnly';

/** The access of a route: a required permission of staff, or `public`. */
export type Access = Permission | 'public';

/** Opens a route to the members of staff whose role has the permission. Each route has this, or `@Public()`. */
export const Can = (permission: Permission): MethodDecorator => SetMetadata(ACCESS, permission);

/** Opens a route to everybody. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, 'public');

/** Marks a public route that agency domains do not offer, such as the login. */
export const MainHostOnly = (): MethodDecorator & ClassDecorator => SetMetadata(MAIN_HOST_ONLY, true);

/** Returns the access of a controller's method; `undefined` if neither the method nor the controller declares it. */
export function accessOf(handler: object, controller: object): Access | undefined {
  return readMetadata<Access>(ACCESS, handler, controller);
}

export function isMainHostOnly(handler: object, controller: object): boolean {
  return readMetadata<true>(MAIN_HOST_ONLY, handler, controller) ?? false;
}

function readMetadata<Value>(key: string, handler: object, controller: object): Value | undefined {
  return (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as Value | undefined;
}
