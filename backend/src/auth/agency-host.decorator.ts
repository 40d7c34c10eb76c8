import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The agency's domain this request was sent to; `null` on a main host. Set by HostGuard. */
export const AgencyHost = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | null =>
    (context.switchToHttp().getRequest<Request>().res?.locals['agencyHost'] as string | undefined) ?? null,
);
