import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { User } from './user.entity.js';

/** The account of the signed-in member of staff, for the routes about it; others take the actor (`access/actor.ts`). */
export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as User,
);
