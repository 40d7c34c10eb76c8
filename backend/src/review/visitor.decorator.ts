import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from '../auth/network.js';

/** Somebody with a public link, as far as it matters for what they may do. */
export interface Visitor {
  /** The agency's domain that they are at; `null` on a main host. */
  agencyHost: string | null;
  /** Where they come from, for limits. */
  network: string;
}

/** Who calls a public route; HostGuard has found out at which host. */
export const TheVisitor = createParamDecorator((_data: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<Request>();
  const agencyHost = (request.res?.locals['agencyHost'] as string | undefined) ?? null;
  return { agencyHost, network: networkOf(request.ip) };
});
