import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { HistoryActor } from '../contract/history.js';
import type { Scope } from '../contract/rights.js';
import type { Permission, Role } from '../contract/roles.js';
import { AppError } from '../platform/http/errors.js';
import { PERMISSIONS, permissionsOf } from './permissions.js';
import { ALL, NOTHING } from './scope.js';

/** A request, with its actor once the session or the link that it names was found. */
interface Acted extends Request {
  actor?: Actor;
}

/** Who acts: each request, socket and job has exactly one, made here before anything is checked. */
export interface Actor {
  kind: HistoryActor;
  /** The member of staff, the reviewer with a link of their own, or the AI provider, as history and mails name them. */
  name: string | null;
  /** Of the member of staff, who is not notified of what they did themselves. */
  userId?: string;
  reviewerId?: string;
  permissions: ReadonlySet<Permission>;
  /** The clients whose records they may look up. */
  scope: Scope;
}

/** A member of staff. */
export interface StaffActor extends Actor {
  kind: 'staff';
  name: string;
  userId: string;
  role: Role;
  /** Version of the user's credentials by which they came. */
  credentialVersion: number;
  /** Whether they have to set up a second factor before anything else. */
  needsFactor: boolean;
}

/** What is known of a member of staff by their session. */
export interface Staff {
  id: string;
  name: string;
  email: string;
  role: Role;
  credentialVersion: number;
  scope: Scope;
  /** Whether their session has to set up a second factor first. */
  needsFactor?: boolean;
}

const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();
const BEFORE_FACTOR: ReadonlySet<Permission> = new Set(['account.secure']);

/** Somebody with the open link, or without any. What a link shows is looked up by the link, never by the scope. */
export const VISITOR: Actor = { kind: 'visitor', name: null, permissions: NO_PERMISSIONS, scope: NOTHING };

export function staffActor({ id, email, needsFactor = false, ...staff }: Staff): StaffActor {
  const { role, credentialVersion } = staff;
  const permissions = needsFactor ? BEFORE_FACTOR : permissionsOf(role);
  const scope = needsFactor ? NOTHING : staff.scope;
  const name = staff.name || email;
  return { kind: 'staff', name, userId: id, role, credentialVersion, permissions, scope, needsFactor };
}

/** A reviewer with a link of their own. */
export function reviewerActor({ id, name }: { id: string; name: string }): Actor {
  return { ...VISITOR, name, reviewerId: id };
}

/** The AI provider, in a job of a worker. */
export function aiActor(provider: string): Actor {
  return { kind: 'ai', name: provider, permissions: NO_PERMISSIONS, scope: ALL };
}

/** Notes who sent a request, once its session is found. */
export function setActor(request: Acted, actor: Actor): void {
  request.actor = actor;
}

/** Who sent a request. */
export function actorOf(request: Acted): Actor {
  return request.actor ?? VISITOR;
}

export function isStaff(actor: Actor): actor is StaffActor {
  return actor.kind === 'staff';
}

/** Who called the route; on a route with `@Can` that is a `StaffActor`. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

const FACTOR_FIRST = 'Your team needs a second factor: set one up before anything else.';

/** @throws AppError 401 NOT_SIGNED_IN, 403 NOT_PERMITTED, SECOND_FACTOR_MISSING */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isStaff(actor)) throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
  if (actor.permissions.has(permission)) return;
  if (actor.needsFactor) throw new AppError(403, 'SECOND_FACTOR_MISSING', FACTOR_FIRST);
  const roles = PERMISSIONS[permission].join(', ');
  const message = `Your role, ${actor.role}, does not allow this (${permission}); these do: ${roles}.`;
  throw new AppError(403, 'NOT_PERMITTED', message);
}
