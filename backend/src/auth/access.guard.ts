import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { agencyHostOf } from './hosts.js';

const PUBLIC = 'public';
const MAIN_HOST_ONLY = 'mainHostOnly';

/** Marks a route that needs no staff session; without it every route does. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Marks a public route that agency domains do not offer, such as the login. */
export const MainHostOnly = (): MethodDecorator & ClassDecorator => SetMetadata(MAIN_HOST_ONLY, true);

/** Whether a route's method, or its controller, is marked so. */
export const isMarkedPublic = (marked: readonly object[]): boolean => isMarked(PUBLIC, marked);
export const isMarkedMainHostOnly = (marked: readonly object[]): boolean => isMarked(MAIN_HOST_ONLY, marked);

function isMarked(mark: string, marked: readonly object[]): boolean {
  return marked.some((one) => Reflect.getMetadata(mark, one) === true);
}

/** The agency's domain this request was sent to; `null` on a main host. Set by `AccessGuard`. */
export const AgencyHost = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | null =>
    (context.switchToHttp().getResponse<Response>().locals['agencyHost'] as string | undefined) ?? null,
);

/** Requires a staff session and a main host for every route, except for those that are marked public. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    // The gateway checks the visitors of its sockets itself.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const marked = [context.getHandler(), context.getClass()];
    const isPublic = isMarkedPublic(marked);
    const host = agencyHostOf(request, this.config);
    if (host !== null && (!isPublic || isMarkedMainHostOnly(marked))) throw adminOnAgencyDomain(host);
    if (!isPublic && !request.user) throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
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
