import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { accessOf, isMainHostOnly, type Access } from './can.decorator.js';

/** A route and its access. */
export interface Route {
  method: string;
  /** `/api/clients/:id` */
  path: string;
  access: Access | undefined;
  isMainHostOnly: boolean;
}

type Controller = abstract new (...parameters: never[]) => object;

/** Stops the start if a route has neither `@Can` nor `@Public`. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {}

  onModuleInit(): void {
    requireAccess(routesOf(this.modules));
  }
}

/** @throws Error that names the routes without `@Can` and `@Public` */
export function requireAccess(routes: Route[]): void {
  const undeclared = routes.filter(({ access }) => access === undefined);
  if (undeclared.length === 0) return;
  const names = undeclared.map(({ method, path }) => `${method} ${path}`).join(', ');
  throw new Error(`Nothing says who may call ${names}: each route needs @Can(...) or @Public().`);
}

/** Returns the routes of all controllers. */
export function routesOf(modules: ModulesContainer): Route[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => routesOfController(metatype as Controller));
}

/** Returns the routes of one controller. */
export function routesOfController(controller: Controller): Route[] {
  const prefix = String(Reflect.getMetadata(PATH_METADATA, controller));
  const prototype = controller.prototype as Record<string, object>;
  const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return methods.flatMap((name) => {
    const handler = prototype[name]!;
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    return {
      method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod]!,
      path: `/${[prefix, path].filter((part) => part !== '/').join('/')}`,
      access: accessOf(handler, controller),
      isMainHostOnly: isMainHostOnly(handler, controller),
    };
  });
}
