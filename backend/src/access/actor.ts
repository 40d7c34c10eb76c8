import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { HistoryActor } from '../contract/history.js';
import type { Scope } from '../contract/rights.js';
import {
  isWithinRole,
  PERMISSIONS,
  permissionsOf,
  PROGRAM_PERMISSIONS,
  type Permission,
  type Role,
} from '../contract/roles.js';
import { AppError } from '../platform/http/errors.js';
import { ALL, NOTHING } from './scope.js';

/** A request, with its actor once its session, API key or link was found. */
interface ActorRequest extends Request {
  actor?: Actor;
}

/** The one who acts. Each request, socket and job has exactly one actor, created here before any check. */
export interface Actor {
  kind: HistoryActor;
  /**
   * The member of staff, the reviewer with a link of their own, or the AI provider, as history and mails name them.
   */
  name: string | null;
  /** Id of the member of staff, who is not notified of their own actions. */
  userId?: string;
  reviewerId?: string;
  permissions: ReadonlySet<Permission>;
  /** The clients whose records the actor may look up. */
  scope: Scope;
}

/** A member of staff. */
export interface StaffActor extends Actor {
  kind: 'staff';
  name: string;
  userId: string;
  role: Role;
  /** Version of the user's credentials with which the session was opened. */
  credentialVersion: number;
  /** Whether they have to set up a second factor before anything else. */
  needsFactor: boolean;
  /** Id of the API key, if a program acts for the member of staff. */
  apiKeyId?: string;
}

/** The fields of an API key that decide about its rights. */
export interface ActingKey {
  id: string;
  name: string;
  role: Role;
}

/** The fields of a member of staff that their actor is created from. */
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

/** A visitor with or without an open link. Records of a link are looked up by the link, never by the scope. */
export const VISITOR: Actor = { kind: 'visitor', name: null, permissions: NO_PERMISSIONS, scope: NOTHING };

export function staffActor({ id, email, needsFactor = false, ...staff }: Staff): StaffActor {
  const { role, credentialVersion } = staff;
  const permissions = needsFactor ? BEFORE_FACTOR : permissionsOf(role);
  const scope = needsFactor ? NOTHING : staff.scope;
  const name = staff.name || email;
  return { kind: 'staff', name, userId: id, role, credentialVersion, permissions, scope, needsFactor };
}

/**
 * A program with an API key of a member of staff. It has the permissions that its own role and its owner's role both
 * have, without those reserved for people.
 * @param owner with the scope that both have
 */
export function keyActor(owner: Staff, { id, name, role }: ActingKey): StaffActor {
  const actor = staffActor(owner);
  const shared = [...permissionsOf(role)].filter((permission) => actor.permissions.has(permission));
  return {
    ...actor,
    name: `${actor.name} (key ${name})`,
    role: isWithinRole(role, owner.role) ? role : owner.role,
    permissions: new Set(shared.filter((permission) => PROGRAM_PERMISSIONS.has(permission))),
    apiKeyId: id,
  };
}

/** Creates the actor of a reviewer with a personal link. */
export function reviewerActor({ id, name }: { id: string; name: string }): Actor {
  return { ...VISITOR, name, reviewerId: id };
}

/** Creates the actor of the AI provider, for a job of a worker. */
export function aiActor(provider: string): Actor {
  return { kind: 'ai', name: provider, permissions: NO_PERMISSIONS, scope: ALL };
}

/** Sets the actor of a request. */
export function setActor(request: ActorRequest, actor: Actor): void {
  request.actor = actor;
}

/** Returns the actor of a request; `VISITOR` unless one was set. */
export function actorOf(request: ActorRequest): Actor {
  return request.actor ?? VISITOR;
}

export function isStaff(actor: Actor): actor is StaffActor {
  return actor.kind === 'staff';
}

/** Whether a request came by an API key. */
export function isByKey(request: ActorRequest): boolean {
  const actor = actorOf(request);
  return isStaff(actor) && actor.apiKeyId !== undefined;
}

/** Parameter decorator for the actor of the request; on a route with `@Can` that is a `StaffActor`. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

const FACTOR_FIRST = 'Your team needs a second factor: set one up before anything else.';

/** @throws AppError 401 NOT_SIGNED_IN, 403 NOT_PERMITTED, SECOND_FACTOR_MISSING, NOT_FOR_API_KEYS */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isStaff(actor)) throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
  if (actor.permissions.has(permission)) return;
  if (actor.apiKeyId && !PROGRAM_PERMISSIONS.has(permission)) throw notForKeys();
  if (actor.needsFactor) throw new AppError(403, 'SECOND_FACTOR_MISSING', FACTOR_FIRST);
  const roles = PERMISSIONS[permission].join(', ');
  const role = actor.apiKeyId ? `The role of this API key, ${actor.role},` : `Your role, ${actor.role},`;
  throw new AppError(403, 'NOT_PERMITTED', `${role} does not allow this (${permission}); these do: ${roles}.`);
}

/** 403 for an API key on a route that only persons may use. */
export function notForKeys(): AppError {
  return new AppError(
    403,
    'NOT_FOR_API_KEYS',
    'API keys are not for this: a person does it, who signs in or opens a link.',
  );
}
