import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refuseFields } from './errors.js';

/** Refuses by name whatever fields the body of a route holds that takes none. */
export const NoFields = createParamDecorator((_data: unknown, context: ExecutionContext): void =>
  refuseFields((context.switchToHttp().getRequest<Request>().body as object | undefined) ?? {}),
);
