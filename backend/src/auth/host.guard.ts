import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { CONFIG } from '../common/config.module.js';
import { AppError } from '../common/errors.js';
import type { Config } from '../config.js';
import { agencyHostOf } from './hosts.js';
import { MAIN_HOST_ONLY, PUBLIC } from './public.decorator.js';

/** Keeps everything of the staff off the agencies' domains. */
@Injectable()
export class HostGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    // Sockets know their own visitors.
    if (context.getType() !== 'http') return true;
    const http = context.switchToHttp();
    const host = agencyHostOf(http.getRequest<Request>(), this.config);
    if (host === null) return true;
    const targets = [context.getHandler(), context.getClass()];
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC, targets);
    if (!isPublic || this.reflector.getAllAndOverride<boolean>(MAIN_HOST_ONLY, targets)) {
      throw adminOnAgencyDomain(host);
    }
    http.getResponse<Response>().locals['agencyHost'] = host;
    return true;
  }
}

/** 403 for what is the staff's on a host that is not a main host. */
export function adminOnAgencyDomain(host: string): AppError {
  return new AppError(
    403,
    'ADMIN_ON_AGENCY_DOMAIN',
    `Administrative features are not available on ${host || 'a host without a name'}, only through the main system domain.`,
  );
}
