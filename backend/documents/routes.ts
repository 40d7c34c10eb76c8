import 'reflect-metadata';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import * as swagger from '@nestjs/swagger';
import { PROGRAM_PERMISSIONS } from '../src/contract/roles.js';
import { ApiModule } from '../src/api.module.js';
import { accessOf, isMainHostOnly } from '../src/access/can.decorator.js';
import { loadConfig } from '../src/config.js';
import type { ErrorCode } from '../src/contract/errors.js';
import { errorsOf, fileTypeOf, queryOf } from '../src/platform/http/operation.js';
import type { FilesRule } from '../src/platform/requests/receive-files.js';
import { HttpAdapter } from '../src/platform/http/server.js';

/** What a controller's method says about its route. */
export interface Route {
  controller: string;
  method: string;
  isPublic: boolean;
  /** Whether it is for persons who are signed in, and not for API keys. */
  isForPersons: boolean;
  isMainHostOnly: boolean;
  /** The errors that `@Operation` names. */
  errors: ErrorCode[];
  files: FilesRule | undefined;
  /** The file that `@Operation` names. */
  file: string | undefined;
  /** The class of its query: `MomentQuery`. */
  query: string | undefined;
}

type Controller = abstract new (...parameters: never[]) => object;

/** The operations as Nest finds them, without starting the API, and what the methods behind them say. */
export async function readRoutes(): Promise<{ document: swagger.OpenAPIObject; routes: Map<string, Route> }> {
  const config = loadConfig({ SESSION_SECRET: 'not used by the document' });
  const module = ApiModule.for(config, 'postgres://not-used.invalid');
  const app = await NestFactory.create(module, new HttpAdapter(), { preview: true, logger: ['error'] });
  const document = swagger.SwaggerModule.createDocument(
    app,
    new swagger.DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    {
      operationIdFactory: idOf,
    },
  );
  const controllers = [...app.get(ModulesContainer, { strict: false }).values()]
    .flatMap((one) => [...one.controllers.values()])
    .map(({ metatype }) => metatype as Controller);
  const routes = controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
      const route = routeOf(controller, name);
      return route ? [[idOf(controller.name, name), route] as const] : [];
    }),
  );
  await app.close();
  return { document, routes: new Map(routes) };
}

/** Such as `moments_list`, the method `list` of the `MomentsController`. */
function idOf(controller: string, method: string): string {
  const stem = controller.replace(/Controller$/, '');
  return `${stem.charAt(0).toLowerCase()}${stem.slice(1)}_${method}`;
}

function routeOf(controller: Controller, name: string): Route | null {
  const handler = (controller.prototype as Record<string, object>)[name]!;
  const errors = errorsOf(handler);
  if (!errors) return null;
  const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as { rule?: FilesRule }[];
  const files = interceptors.find(({ rule }) => rule)?.rule;
  const access = accessOf(handler, controller);
  const isPublic = access === 'public';
  return {
    controller: controller.name,
    method: name,
    isPublic,
    isForPersons: !isPublic && access !== undefined && !PROGRAM_PERMISSIONS.has(access),
    isMainHostOnly: isMainHostOnly(handler, controller),
    errors,
    files,
    file: fileTypeOf(handler),
    query: queryOf(handler)?.name,
  };
}
