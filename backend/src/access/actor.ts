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
}

/** What is known of a member of staff by their session. */
export interface Staff {
  id: string;
  name: string;
  email: string;
  role: Role;
  credentialVersion: number;
  scope: Scope;
}

const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();

/** Somebody with the open link, or without any. What a link shows is looked up by the link, never by the scope. */
export const VISITOR: Actor = { kind: 'visitor', name: null, permissions: NO_PERMISSIONS, scope: NOTHING };

export function staffActor({ id, name, email, role, credentialVersion, scope }: Staff): StaffActor {
  const permissions = permissionsOf(role);
  return { kind: 'staff', name: name || email, userId: id, role, credentialVersion, permissions, scope };
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

/** @throws AppError 401 NOT_SIGNED_IN, 403 NOT_PERMITTED */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isStaff(actor)) throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
  if (actor.permissions.has(permission)) return;
  const roles = PERMISSIONS[permission].join(', ');
  const message = `Your role, ${actor.role}, does not allow this (${permission}); these do: ${roles}.`;
  throw new AppError(403, 'NOT_PERMITTED', message);
}
