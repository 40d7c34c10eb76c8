import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '../history/history.js';
import type { User } from './user.entity.js';

function userOf(context: ExecutionContext): User | undefined {
  return context.switchToHttp().getRequest<Request>().user as User | undefined;
}

/** The signed-in member of staff; `undefined` only on public routes. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => userOf(context));

/** The signed-in member of staff, as an actor of the history. */
export const Staff = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const user = userOf(context);
  return user ? actorOf(user) : { kind: 'staff', name: null };
});

/** A member of staff, as the history names one. */
export function actorOf({ id, name, email }: User): Actor {
  return { kind: 'staff', name: name || email, userId: id };
}
