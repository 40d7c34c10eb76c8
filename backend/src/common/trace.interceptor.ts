import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { requestIdOf } from './request-id.js';
import { onBehalfOf } from './trace.js';

/** Handles each request under its id. */
export class TraceInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const id = requestIdOf(context.switchToHttp().getRequest<Request>());
    return new Observable((answer) => onBehalfOf(id, () => next.handle().subscribe(answer)));
  }
}
