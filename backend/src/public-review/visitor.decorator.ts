import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, isStaff, reviewerActor, VISITOR, type Actor, type StaffActor } from '../access/actor.js';
import { CHECKED_ELSEWHERE, type Scoped } from '../access/scope.js';
import { networkOf } from '../platform/http/network.js';
import type { Decider } from '../reviews/items.service.js';
import type { BasedOn } from '../reviews/decision.js';
import type { NamedLink } from '../sharing/link-access.js';

/** Somebody who calls a public route, with what decides about their rights. */
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

/**
 * Parameter decorator: the caller of a public route. `AccessGuard` sets the host before, `NamedLinkGuard` the link.
 */
export const CurrentVisitor = createParamDecorator((_data: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<Request>();
  const agencyHost = (request.res?.locals['agencyHost'] as string | undefined) ?? null;
  const actor = actorOf(request);
  const link = request.res?.locals['namedLink'] as NamedLink | undefined;
  return { agencyHost, network: networkOf(request.ip), staff: isStaff(actor) ? actor : undefined, link };
});

/** The scope of a visitor's look-ups: for staff their own; all others are checked by their link after the look-up. */
export function lookUpScopeOf({ staff }: Pick<Visitor, 'staff'>): Scoped {
  return staff ?? CHECKED_ELSEWHERE;
}

/** A visitor who decides on what they saw. */
export function deciderOf(visitor: Visitor, basedOn: BasedOn): Decider {
  return { by: actorOfVisitor(visitor), basedOn, network: visitor.network };
}

/** The actor of a visitor's changes, whose name the history records. */
export function actorOfVisitor({ staff, link }: Visitor): Actor {
  if (staff || !link) return staff ?? VISITOR;
  return reviewerActor(link.reviewer);
}
