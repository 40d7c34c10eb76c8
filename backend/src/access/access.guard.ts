import { createParamDecorator, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { actorOf, isByKey, notForKeys, requirePermission } from './actor.js';
import { accessOf, isMainHostOnly } from './can.decorator.js';
import { agencyHostOf } from './hosts.js';

/** The agency's domain this request was sent to; `null` on a main host. Set by `AccessGuard`. */
export const AgencyHost = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | null =>
    (context.switchToHttp().getResponse<Response>().locals['agencyHost'] as string | undefined) ?? null,
);

const READS = ['GET', 'HEAD'];

/** Requires a main host and the permission of `@Can` for every route, except for routes with `@Public`. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * @throws AppError 401 NOT_SIGNED_IN, 403 ADMIN_ON_AGENCY_DOMAIN, NOT_PERMITTED, SECOND_FACTOR_MISSING,
   * NOT_FOR_API_KEYS
   */
  canActivate(context: ExecutionContext): boolean {
    // The gateway checks its sockets itself.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const route = [context.getHandler(), context.getClass()] as const;
    const access = accessOf(...route);
    const host = agencyHostOf(request, this.config);
    if (host !== null && (access !== 'public' || isMainHostOnly(...route))) throw adminOnAgencyDomain(host);
    // `access` is defined, because the application does not start otherwise (`RouteCheck`).
    if (access !== 'public') requirePermission(actorOf(request), access!);
    // On public routes, programs may only read: only persons sign in and decide.
    else if (isByKey(request) && !READS.includes(request.method)) throw notForKeys();
    if (host !== null) context.switchToHttp().getResponse<Response>().locals['agencyHost'] = host;
    return true;
  }
}

/** 403 for staff routes on a host that is not a main host. */
export function adminOnAgencyDomain(host: string): AppError {
  return new AppError(
    403,
    'ADMIN_ON_AGENCY_DOMAIN',
    `Administrative features are not available on ${host || 'a host without a name'}, only through the main system domain.`,
  );
}
