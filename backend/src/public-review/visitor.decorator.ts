import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, isStaff, reviewerActor, VISITOR, type Actor, type StaffActor } from '../access/actor.js';
import { CHECKED_ELSEWHERE, type Scoped } from '../access/scope.js';
import { networkOf } from '../platform/http/network.js';
import type { Decider } from '../reviews/items.service.js';
import type { SeenState } from '../reviews/decision.js';
import type { NamedLink } from '../sharing/link-access.js';

/** Somebody with a public link, as far as it matters for what they may do. */
export interface Visitor {
  /** The agency's domain that they are at; `null` on a main host. */
  agencyHost: string | null;
  /** Network of the visitor's IP address, for limits. */
  network: string;
  /** Set when the visitor is signed in as staff. Their visits are not recorded; their decisions are, under their own name. */
  staff?: StaffActor;
  /** The reviewer's own link by which the visitor came; without it, the open one. */
  link?: NamedLink;
}

/** Who calls a public route; `AccessGuard` has found out at which host, `NamedLinkGuard` by which link. */
export const TheVisitor = createParamDecorator((_data: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<Request>();
  const agencyHost = (request.res?.locals['agencyHost'] as string | undefined) ?? null;
  const actor = actorOf(request);
  const link = request.res?.locals['namedLink'] as NamedLink | undefined;
  return { agencyHost, network: networkOf(request.ip), staff: isStaff(actor) ? actor : undefined, link };
});

/** What a visitor may look up: staff what lies within their scope; for all others their link says it, after the look-up. */
export function scopeOf({ staff }: Pick<Visitor, 'staff'>): Scoped {
  return staff ?? CHECKED_ELSEWHERE;
}

/** A visitor who decides on what they saw. */
export function deciderOf(visitor: Visitor, seen: SeenState): Decider {
  return { by: actorOfVisitor(visitor), seen, network: visitor.network };
}

/** The person that the history names. */
export function actorOfVisitor({ staff, link }: Visitor): Actor {
  if (staff || !link) return staff ?? VISITOR;
  return reviewerActor(link.reviewer);
}
