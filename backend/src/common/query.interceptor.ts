import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { invalid, notAField } from './errors.js';

/** Refuses by name the parameters of a query that its route does not take: unseen, a mistyped one would change nothing. */
export class QueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const given = Object.keys(context.switchToHttp().getRequest<Request>().query);
    const taken = given.length > 0 ? namesTakenBy(context) : 'any';
    const unknown = taken === 'any' ? [] : given.filter((name) => !taken.includes(name));
    if (unknown.length > 0) throw invalid(unknown.map(notAField));
    return next.handle();
  }
}

/** What the `@Query()`s of a route name; `any` where a class takes the query as a whole, and refuses by its own rules. */
function namesTakenBy(context: ExecutionContext): string[] | 'any' {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as Record<string, { data?: string }>;
  const queries = Object.entries(parameters).filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  const names = queries.map(([, { data }]) => data);
  return names.includes(undefined) ? 'any' : (names as string[]);
}
