import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid } from './errors.js';

/** Refuses by name whatever fields the body of a route holds that takes none. */
export const NoFields = createParamDecorator((_data: unknown, context: ExecutionContext): void => {
  const fields = Object.keys((context.switchToHttp().getRequest<Request>().body as object | undefined) ?? {});
  if (fields.length === 0) return;
  throw invalid(fields.map((field) => ({ field, message: `${field} is not a field of this request` })));
});
