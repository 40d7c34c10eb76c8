import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { notFound } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { ReviewLinkService } from './review-link.service.js';

/** Header with the token of a reviewer's own link, which the review page sends with each request. */
const HEADER = 'review-link';

/** Finds the named link of a request to a public route, by its header. An unknown token is a 404. */
@Injectable()
export class NamedLinkGuard implements CanActivate {
  constructor(private readonly links: ReviewLinkService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = tokenOf(request);
    if (token === undefined) return true;
    const link = await this.links.find(token, request.headers.cookie, networkOf(request.ip));
    if (!link) throw notFound('Link');
    request.res!.locals['namedLink'] = link;
    return true;
  }
}

/** The token in a request's header, unverified. */
export function tokenOf(request: Request): string | undefined {
  return request.get(HEADER);
}
