import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf } from '../auth/current-user.decorator.js';
import { networkOf } from '../platform/http/network.js';
import type { Decider } from '../decisions/decisions.service.js';
import type { Seen } from '../decisions/review.js';
import { VISITOR, type Actor } from '../history/history.js';
import type { User } from '../users/user.entity.js';

/** Somebody with a public link, as far as it matters for what they may do. */
export interface Visitor {
  /** The agency's domain that they are at; `null` on a main host. */
  agencyHost: string | null;
  /** Network of the visitor's IP address, for limits. */
  network: string;
  /** Set when the visitor is signed in as staff: they are not limited, and what they do does not count as the client's. */
  staff?: Actor;
}

/** Who calls a public route; HostGuard has found out at which host. */
export const TheVisitor = createParamDecorator((_data: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<Request>();
  const agencyHost = (request.res?.locals['agencyHost'] as string | undefined) ?? null;
  const user = request.user as User | undefined;
  return { agencyHost, network: networkOf(request.ip), staff: user && actorOf(user) };
});

/** A visitor who decides on what they saw. */
export function deciderOf({ staff, network }: Visitor, seen: Seen): Decider {
  return { by: staff ?? VISITOR, seen, network };
}
