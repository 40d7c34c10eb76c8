import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { networkOf } from '../http/network.js';
import { Limits } from './limits.js';

/**
 * For public routes that query the database without a limit of their own: requests without a session wait in the
 * queue of their network.
 */
@Injectable()
export class InTurn implements NestInterceptor {
  constructor(private readonly limits: Limits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { user, ip } = context.switchToHttp().getRequest<Request>();
    if (user) return next.handle();
    const answer = await this.limits.inTurn(networkOf(ip), () => lastValueFrom(next.handle()));
    return of(answer);
  }
}
